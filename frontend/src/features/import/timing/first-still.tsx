import { useDebouncedValue } from "@mantine/hooks"
import { useState } from "react"

import { urlOf } from "../../../api/client"
import { mediaTime } from "../../../components/numbers"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = { draftId: number; atMs: number | null }

/** In place of the player, where the browser can't play the file: the picture at which the client should begin. */
export function FirstStill({ draftId, atMs }: Props) {
  const [shownMs] = useDebouncedValue(atMs, 300)
  const [missingMs, setMissingMs] = useState<number | null>(null)
  return (
    <div className={classes.player}>
      <p>{texts.unplayable}</p>
      {shownMs !== null && shownMs >= 0 && shownMs !== missingMs ? (
        <img
          src={urlOf(`drafts/${draftId}/still/?at_ms=${shownMs}`)}
          alt={texts.still(mediaTime(shownMs))}
          onError={() => setMissingMs(shownMs)}
        />
      ) : (
        <p className="small">{texts.noStill}</p>
      )}
    </div>
  )
}

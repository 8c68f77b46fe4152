import { SegmentedControl, UnstyledButton } from "@mantine/core"
import { useState } from "react"

import { urlOf } from "../../api/client"
import type { SessionDetail, SessionTurn } from "../../api/corpus"
import { counted, mediaTime } from "../../components/numbers"
import classes from "./sessions.module.css"
import { texts } from "./texts"
import { missingReasons } from "./turns"

type Props = { session: SessionDetail; isPreparing: boolean; onChoose: (turn: SessionTurn) => void }
type Shown = "all" | "missing"

/** The picture a model sees of each client turn, with those that have none and why. */
export function FrameSheet({ session, isPreparing, onChoose }: Props) {
  const [shown, setShown] = useState<Shown>("all")
  const turns = session.turns.filter((turn) => turn.role === "client")
  const missing = turns.filter((turn) => turn.frame_missing)

  if (!session.has_video) return <p>{texts.page.framesNoVideo}</p>
  if (isPreparing || session.state !== "ready") return <p>{texts.page.framesWaiting}</p>
  return (
    <>
      <div className={classes.sheetHead}>
        {missing.length === 0 ? (
          <p>{texts.page.framesAll(turns.length)}</p>
        ) : (
          <div>
            <p>{texts.page.framesMissing(missing.length, turns.length)}</p>
            <ul className={classes.reasons}>
              {missingReasons(missing).map(({ reason, n }) => (
                <li key={reason}>
                  {reason} <span className="small">{counted(n, "turn")}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {missing.length > 0 && (
          <SegmentedControl<Shown>
            size="xs"
            aria-label={texts.page.showLabel}
            value={shown}
            onChange={setShown}
            data={[
              { value: "all", label: texts.page.show.all },
              { value: "missing", label: texts.page.show.missing },
            ]}
          />
        )}
      </div>
      {session.may_play ? (
        <div className={classes.sheet}>
          {(shown === "all" ? turns : missing).map((turn) => (
            <FrameOf key={turn.id} turn={turn} onChoose={onChoose} />
          ))}
        </div>
      ) : (
        <p>{texts.page.framesHidden}</p>
      )}
    </>
  )
}

function FrameOf({ turn, onChoose }: { turn: SessionTurn; onChoose: (turn: SessionTurn) => void }) {
  return (
    <UnstyledButton className={classes.frame} onClick={() => onChoose(turn)}>
      {turn.has_frame ? (
        <img loading="lazy" src={urlOf(`turns/${turn.id}/frame/`)} alt={texts.page.frameOf(turn.position)} />
      ) : (
        <span className={classes.miss}>{turn.frame_missing}</span>
      )}
      <span className={classes.caption}>
        <span>{texts.page.turn(turn.position)}</span>
        {turn.start_ms !== null && <span>{mediaTime(turn.start_ms, { tenths: false })}</span>}
      </span>
    </UnstyledButton>
  )
}

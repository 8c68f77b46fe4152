import { TextInput, UnstyledButton } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import classes from "./adjudication.module.css"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"

const PAUSE_MS = 300
const say = texts.queue

type Props = { slug: string; chosen: string | undefined; onChoose: (turnId: string) => void }

/** A client turn by its place or words, for a lead who sees it otherwise than the raters though nobody disputes it. */
export function FindTurn({ slug, chosen, onChoose }: Props) {
  const [text, setText] = useState("")
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const found = useQuery({ ...disagreementQueries.found(slug, asked), enabled: asked.length > 1 })
  const rows = asked.length > 1 ? found.data : undefined
  return (
    <div className={classes.stack}>
      <TextInput
        type="search"
        label={say.find}
        placeholder={say.findHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maw={420}
      />
      {found.error && <ErrorNotice error={found.error} retry={() => void found.refetch()} />}
      {rows?.length === 0 && <p className="small">{say.findNone}</p>}
      {rows && rows.length > 0 && (
        <Panel isFlush>
          <ul className={classes.queue} aria-label={say.find}>
            {rows.map(({ turn, session }) => (
              <li key={turn.id}>
                <UnstyledButton
                  className={classes.queued}
                  aria-current={turn.id === chosen || undefined}
                  onClick={() => {
                    onChoose(turn.id)
                    setText("")
                  }}
                >
                  <span className={classes.words}>{turn.text}</span>
                  <span className="small">{texts.turn(session.key, turn.position)}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

import { TextInput, UnstyledButton } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { useState, type ReactNode } from "react"

import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import classes from "./adjudication.module.css"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"

const PAUSE_MS = 300
const say = texts.queue

type Props = { slug: string; chosen: string | undefined; onChoose: (turnId: string) => void; children: ReactNode }

/**
 * A client turn by its place or words, for a lead who sees it otherwise than the raters though nobody disputes it.
 *
 * The field goes on in the line of `children`, the filters of the queue.
 */
export function FindTurn({ slug, chosen, onChoose, children }: Props) {
  const [text, setText] = useState("")
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const found = useQuery({ ...disagreementQueries.found(slug, asked), enabled: asked.length > 1 })
  const rows = asked.length > 1 ? found.data : undefined
  return (
    <div className={classes.stack}>
      <div className={classes.filters}>
        {children}
        <TextInput
          type="search"
          className={classes.find}
          aria-label={say.find}
          placeholder={say.findHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
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

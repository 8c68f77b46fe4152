import { Button, UnstyledButton } from "@mantine/core"
import { useEffect, useRef } from "react"

import type { Disagreement } from "../../api/adjudication"
import { KeyHint } from "../../components/key-hint"
import { Panel } from "../../components/panel"
import { texts as common } from "../../components/texts"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

/** One disputed label is one question of one turn. */
export const keyOf = ({ turn, construct }: Disagreement): string => `${turn.id} ${construct}`

type Props = {
  title?: string
  rows: Disagreement[]
  current: Disagreement
  onChoose: (row: Disagreement) => void
  more: { has: boolean; isLoading: boolean; load: () => void }
}

export function DisagreementQueue({ title = texts.queue.label, rows, current, onChoose, more }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const shown = keyOf(current)
  useEffect(() => {
    // Enter and Space press what has the focus: it goes along in the list, never staying on a row that isn't shown.
    const { current: rowsShown } = list
    if (rowsShown?.contains(document.activeElement)) rowsShown.querySelector<HTMLElement>("[aria-current]")?.focus()
  }, [shown])

  return (
    <Panel
      title={title}
      isFlush
      actions={
        <span className="small">
          {texts.queue.place(rows.indexOf(current) + 1, rows.length, more.has)} <KeyHint keys="J" />{" "}
          <KeyHint keys="K" />
        </span>
      }
    >
      <ul ref={list} className={classes.queue} aria-label={title}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <UnstyledButton
              className={classes.queued}
              aria-current={keyOf(row) === keyOf(current) || undefined}
              onClick={() => onChoose(row)}
            >
              <strong>{row.construct_label}</strong>{" "}
              <span className="small">{row.why.map((reason) => texts.queue.why[reason]).join(", ")}</span>
              <span className={classes.words}>{row.turn.text}</span>
              <span className="small">{texts.turn(row.session.key, row.turn.position)}</span>
            </UnstyledButton>
          </li>
        ))}
        {more.has && (
          <li>
            <Button variant="default" fullWidth loading={more.isLoading} onClick={more.load}>
              {common.showMore}
            </Button>
          </li>
        )}
      </ul>
    </Panel>
  )
}

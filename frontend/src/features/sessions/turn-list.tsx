import { UnstyledButton } from "@mantine/core"
import { useEffect, useRef, type KeyboardEvent } from "react"

import type { SessionTurn } from "../../api/corpus"
import { mediaTime } from "../../components/numbers"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = {
  turns: SessionTurn[]
  /** The turn that plays or was chosen. */
  current: SessionTurn | undefined
  onChoose: (turn: SessionTurn) => void
}

/** All turns, one tab stop for the keyboard: arrows move along them, Enter plays. */
export function TurnList({ turns, current, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const currentRow = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const [row, box] = [currentRow.current, list.current]
    // Only the list scrolls, never the page under a reader's hands.
    if (row && box) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [current])

  const move = (event: KeyboardEvent) => {
    const step =
      event.key === "ArrowDown" ? "nextElementSibling" : event.key === "ArrowUp" ? "previousElementSibling" : null
    const next = step && document.activeElement?.[step]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={list} className={classes.turns} role="group" aria-label={texts.page.transcript} onKeyDown={move}>
      {turns.map((turn, index) => {
        const isNow = turn.id === current?.id
        return (
          <UnstyledButton
            key={turn.id}
            ref={isNow ? currentRow : undefined}
            className={classes.turn}
            data-role={turn.role}
            aria-current={isNow || undefined}
            tabIndex={isNow || (!current && index === 0) ? 0 : -1}
            onClick={() => onChoose(turn)}
          >
            <span className="small number">
              {turn.start_ms === null ? texts.page.noTime : mediaTime(turn.start_ms, { tenths: false })}
            </span>
            <span>
              <strong className="small">
                {texts.page.roles[turn.role]} · {turn.position + 1}
              </strong>
              <div className={classes.words}>{turn.text ?? texts.page.withheld}</div>
            </span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}

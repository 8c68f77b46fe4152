import { UnstyledButton } from "@mantine/core"
import { memo, useEffect, useRef, type KeyboardEvent } from "react"

import type { SessionTurn } from "../../api/corpus"
import { mediaTime } from "../../components/numbers"
import { turnAt } from "../../components/turn-clip"
import { useClock, type Clock } from "./clock"
import { piecesOf } from "./find"
import { texts } from "./texts"
import classes from "./transcript.module.css"

type Props = {
  turns: SessionTurn[]
  labels: Record<string, number>
  secondLooks: Record<string, number>
  /** What is looked for, to be marked where it stands. */
  looked: string
  selected: string | undefined
  clock: Clock
  onSelect: (turn: SessionTurn, how: "click" | "move") => void
}

/** All turns, one tab stop for the keyboard; the turn that plays is marked, the one being edited is framed. */
export function TurnList({ turns, labels, secondLooks, looked, selected, clock, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const playing = useClock(clock, (ms) => (clock.isPlaying() ? turnAt(turns, ms)?.id : undefined))

  useEffect(() => reveal(list.current, selected), [selected])
  useEffect(() => reveal(list.current, playing), [playing])

  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    const next = step && turns[turns.findIndex(({ id }) => id === selected) + step]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onSelect(next, "move")
    list.current?.querySelector<HTMLElement>(`[data-turn="${next.id}"]`)?.focus({ preventScroll: true })
  }

  return (
    <div ref={list} className={classes.turns} role="group" aria-label={texts.list.title} onKeyDown={move}>
      {turns.map((turn) => (
        <Row
          key={turn.id}
          turn={turn}
          nLabels={labels[turn.id] ?? 0}
          nWaiting={secondLooks[turn.id] ?? 0}
          looked={looked}
          isSelected={turn.id === selected}
          isPlaying={turn.id === playing}
          onSelect={onSelect}
        />
      ))}
    </div>
  )
}

type RowProps = {
  turn: SessionTurn
  nLabels: number
  nWaiting: number
  looked: string
  isSelected: boolean
  isPlaying: boolean
  onSelect: Props["onSelect"]
}

// A session has hundreds of rows, and with each edit few of them change.
const Row = memo(function Row({ turn, nLabels, nWaiting, looked, isSelected, isPlaying, onSelect }: RowProps) {
  return (
    <UnstyledButton
      className={classes.turn}
      data-turn={turn.id}
      data-role={turn.role}
      data-is-playing={isPlaying || undefined}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(turn, "click")}
    >
      <span className="small number">
        {turn.start_ms === null ? texts.list.noTime : mediaTime(turn.start_ms)}
        {isPlaying && <span aria-label={texts.list.plays}> ▸</span>}
      </span>
      <span className={classes.said}>
        <span className={classes.who}>
          <strong className="small">
            {texts.list.roles[turn.role]} · {turn.position + 1}
          </strong>
          {isNamed(turn) && <span className="small">{turn.speaker}</span>}
          {nLabels > 0 && <span className={classes.labels}>{texts.list.labels(nLabels)}</span>}
          {nWaiting > 0 && <span className={classes.waits}>{texts.list.waits(nWaiting)}</span>}
        </span>
        <span className={classes.words}>
          {piecesOf(turn.text ?? "", looked).map(({ text, isHit }, index) =>
            isHit ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      </span>
    </UnstyledButton>
  )
})

/** Whether the file names the speaker by more than the role. */
const isNamed = ({ speaker, role }: SessionTurn): boolean =>
  speaker !== "" && speaker.toLowerCase() !== texts.list.roles[role].toLowerCase()

/** Bring a row into sight within the list, leaving the page where it is. */
function reveal(box: HTMLDivElement | null, id: string | undefined): void {
  const row = box?.querySelector<HTMLElement>(`[data-turn="${id}"]`)
  if (!box || !row) return
  const above = row.offsetTop - box.offsetTop - box.scrollTop
  if (above < 0 || above + row.offsetHeight > box.clientHeight) {
    box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3
  }
}

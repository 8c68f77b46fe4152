import { VisuallyHidden } from "@mantine/core"
import { memo, useEffect, useMemo, useRef, useState, type RefObject } from "react"

import type { Annotation, Construct, Turn, Workspace } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { mediaTime } from "../../../components/numbers"
import { texts } from "../texts"
import { marked, spansIn } from "./evidence"
import { labelOf } from "./label-colors"
import type { Player } from "./player"
import { openLook, type SecondLook } from "./second-look"
import classes from "./transcript.module.css"
import { useSpokenTurn } from "./use-player"

type Props = {
  workspace: Workspace
  annotations: Record<string, Annotation>
  current: Turn
  player: Player
  searchRef: RefObject<HTMLInputElement | null>
  onGo: (turn: Turn) => void
  /** The search was left by a key. */
  onLeave: () => void
}

/** The turns in order; the one being spoken is tinted, the one being labelled is framed. A click goes there. */
export function Transcript({ workspace, annotations, current, player, searchRef, onGo, onLeave }: Props) {
  const { turns, codebook } = workspace
  const [search, setSearch] = useState("")
  const spoken = useSpokenTurn(player, turns)
  const list = useRef<HTMLOListElement>(null)
  useScrollTo(list, spoken ?? current.id)
  useScrollTo(list, current.id)

  const hasWords = turns.some((turn) => turn.text !== null)
  const numbers = useMemo(() => clientNumbers(turns), [turns])
  const evidence = codebook.constructs.find((construct) => construct.scale === "spans")?.key
  const found = search
    ? turns.filter(({ text }) => text?.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
    : turns

  return (
    <section className={classes.panel} aria-labelledby="transcript-title">
      <div className={classes.head}>
        <h2 id="transcript-title">{hasWords ? texts.transcript.title : texts.transcript.turnsTitle}</h2>
        {hasWords ? (
          <label className={classes.search}>
            {search && (
              <small className="number" role="status">
                {texts.transcript.found(found.length)}
              </small>
            )}
            <input
              ref={searchRef}
              type="search"
              aria-label={texts.transcript.searchLabel}
              aria-keyshortcuts="/"
              placeholder={texts.transcript.search}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape") {
                  setSearch("")
                  onLeave()
                }
                const [first] = found.filter((turn) => turn.role === "client")
                if (event.key === "Enter" && search && first) {
                  event.preventDefault() // What has the focus next would be pressed by it.
                  onGo(first)
                  onLeave()
                }
              }}
            />
            <KeyHint keys="/" />
          </label>
        ) : (
          <small>{texts.transcript.withheld}</small>
        )}
      </div>
      <ol ref={list} className={classes.turns}>
        {found.map((turn) => (
          <Row
            key={turn.id}
            turn={turn}
            number={numbers.get(turn.id)}
            annotation={annotations[turn.id]}
            constructs={codebook.constructs}
            evidence={evidence}
            isCurrent={turn.id === current.id}
            isSpoken={turn.id === spoken}
            look={openLook(workspace, turn, annotations[turn.id])}
            onGo={onGo}
          />
        ))}
      </ol>
    </section>
  )
}

type RowProps = {
  turn: Turn
  /** Its place among the client turns; undefined for others' turns. */
  number: number | undefined
  annotation: Annotation | undefined
  constructs: Construct[]
  evidence: string | undefined
  isCurrent: boolean
  isSpoken: boolean
  look: SecondLook | undefined
  onGo: (turn: Turn) => void
}

// A session has hundreds of rows, and with each answer one of them changes.
const Row = memo(function Row({
  turn,
  number,
  annotation,
  constructs,
  evidence,
  isCurrent,
  isSpoken,
  look,
  onGo,
}: RowProps) {
  const who = number === undefined ? texts.transcript.roles[turn.role] : texts.transcript.client(number)
  const at = turn.start_ms === null ? "" : mediaTime(turn.start_ms, { tenths: false })
  const spans = spansIn(evidence && annotation?.scores[evidence])
  return (
    <li
      className={classes.turn}
      data-turn={turn.id}
      data-role={turn.role}
      data-spoken={isSpoken || undefined}
      aria-current={isCurrent || undefined}
      // A mouse may press anywhere on the row, unless it has just selected words; keys have the button.
      onClick={() => window.getSelection()?.isCollapsed !== false && onGo(turn)}
    >
      <button
        type="button"
        className={classes.who}
        onClick={(event) => {
          event.stopPropagation()
          onGo(turn)
        }}
      >
        <VisuallyHidden>{texts.transcript.goTo}</VisuallyHidden> <span className="number">{at}</span>{" "}
        <span>
          {who}
          {look && (
            <span className={classes.changed}>{look.was ? texts.transcript.changed : texts.transcript.isNew}</span>
          )}
        </span>
      </button>
      {turn.text !== null && (
        <p data-text>
          {spans.length === 0
            ? turn.text
            : marked(turn.text, spans).map((piece, index) =>
                piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
              )}
        </p>
      )}
      {number !== undefined && <State annotation={annotation} constructs={constructs} isCurrent={isCurrent} />}
    </li>
  )
})

function State({ annotation, constructs, isCurrent }: Pick<RowProps, "annotation" | "constructs" | "isCurrent">) {
  const say = texts.transcript
  const label = labelOf(annotation, constructs)
  if (annotation?.cannot_judge) return <span className={classes.chip}>{say.cannotJudge}</span>
  if (label) {
    return (
      <span className={classes.chip} style={label.style} data-complete={annotation?.is_complete || undefined}>
        {label.word}
      </span>
    )
  }
  if (isCurrent)
    return (
      <span className={classes.chip} data-current>
        {say.thisTurn}
      </span>
    )
  const hasScores = annotation && Object.keys(annotation.scores).length > 0
  return (
    <span className={classes.chip} data-open>
      {annotation?.is_complete ? say.complete : hasScores ? say.begun : say.open}
    </span>
  )
}

const clientNumbers = (turns: Turn[]): Map<string, number> =>
  new Map(turns.filter((turn) => turn.role === "client").map((turn, index) => [turn.id, index + 1]))

/** Bring a row into sight within the list, leaving the page where it is. */
function useScrollTo(list: RefObject<HTMLOListElement | null>, turn: string) {
  useEffect(() => {
    const bring = () => {
      const box = list.current
      const row = box?.querySelector<HTMLElement>(`[data-turn="${turn}"]`)
      if (!box || !row) return
      const above = row.offsetTop - box.scrollTop
      if (above < 40 || above + row.offsetHeight > box.clientHeight - 40) {
        box.scrollTop = row.offsetTop - box.clientHeight * 0.35
      }
    }
    bring()
    // Rows out of sight have a guessed height until they come near, and then the row has moved.
    const again = requestAnimationFrame(() => requestAnimationFrame(bring))
    return () => cancelAnimationFrame(again)
  }, [list, turn])
}

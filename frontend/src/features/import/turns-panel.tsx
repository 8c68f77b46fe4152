import { Button } from "@mantine/core"
import { useEffect, useRef } from "react"

import { DataTable, type Column } from "../../components/data-table"
import { mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import type { DraftTurn } from "./queries"
import type { Roles } from "./roles"
import { texts } from "./texts"

type Props = {
  turns: DraftTurn[]
  roles: Roles
  offsetMs: number
  /** Play from a moment of the recording; left out where nothing can be played. */
  onPlay?: (ms: number) => void
  /** The turn to show, by its place in the list; `jump` changes at each wish to see it. */
  at: { position: number; jump: number }
  onAt: (position: number) => void
}

/** A long transcript is shown page by page: thousands of rows at once would stop the browser. */
const PAGE = 100

export function TurnsPanel({ turns, roles, offsetMs, onPlay, at, onAt }: Props) {
  const page = Math.min(Math.floor(at.position / PAGE), Math.max(0, Math.ceil(turns.length / PAGE) - 1))
  const shown = turns.slice(page * PAGE, (page + 1) * PAGE)
  const list = useScrollTo(at)

  const columns: Column<DraftTurn>[] = [
    {
      key: "position",
      header: texts.turn.position,
      isNumber: true,
      width: 60,
      render: ({ position }) => (
        <span tabIndex={-1} className={classes.position} data-position={position}>
          {position + 1}
        </span>
      ),
    },
    {
      key: "at",
      header: texts.turn.at,
      isNumber: true,
      width: 100,
      render: ({ start_ms, position }) => <Start {...{ start_ms, position, offsetMs, onPlay }} />,
    },
    {
      key: "who",
      header: texts.turn.who,
      width: 220,
      render: ({ speaker }) => {
        const role = roles[speaker]
        return (
          <>
            <span className={classes.speaker}>{speaker || texts.unknown}</span>
            {role && <div className="small">{texts.roles[role]}</div>}
          </>
        )
      },
    },
    { key: "text", header: texts.turn.text, render: (turn) => <Words turn={turn} /> },
  ]
  return (
    <Panel
      title={texts.allTurns}
      isFlush
      actions={
        turns.length > PAGE && (
          <nav className={classes.pages} aria-label={texts.pages}>
            <Button variant="default" size="compact-sm" disabled={page === 0} onClick={() => onAt((page - 1) * PAGE)}>
              {texts.before}
            </Button>
            <span className="small number">
              {texts.shown(page * PAGE + 1, page * PAGE + shown.length, turns.length)}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              disabled={(page + 1) * PAGE >= turns.length}
              onClick={() => onAt((page + 1) * PAGE)}
            >
              {texts.after}
            </Button>
          </nav>
        )
      }
    >
      <div ref={list} className={classes.turns} tabIndex={0} role="group" aria-label={texts.allTurns}>
        <DataTable label={texts.allTurns} columns={columns} rows={shown} rowKey={({ position }) => position} />
      </div>
    </Panel>
  )
}

type StartProps = Pick<DraftTurn, "start_ms" | "position"> & Pick<Props, "offsetMs" | "onPlay">

function Start({ start_ms, position, offsetMs, onPlay }: StartProps) {
  if (start_ms === null) return "–"
  const ms = start_ms + offsetMs
  const time = ms < 0 ? `−${mediaTime(-ms)}` : mediaTime(ms)
  if (!onPlay || ms < 0) return time
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={texts.playTurn(time, position + 1)}
      onClick={() => onPlay(ms)}
    >
      {time}
    </Button>
  )
}

const Words = ({ turn: { text, backchannels } }: { turn: DraftTurn }) => (
  <>
    <span className={classes.words}>{text}</span>
    {backchannels.length > 0 && (
      <div className="small">
        {texts.heard(backchannels.map(({ speaker, text }) => `${speaker || texts.unknown}: ${text}`).join(" · "))}
      </div>
    )}
  </>
)

/** Bring a turn into sight and to the keys, once its page is drawn. */
function useScrollTo({ position, jump }: Props["at"]) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (jump === 0) return
    const row = list.current?.querySelector<HTMLElement>(`[data-position="${position}"]`)
    row?.focus({ preventScroll: true })
    row?.closest("tr")?.scrollIntoView({ block: "center" })
  }, [position, jump])
  return list
}

import { useState } from "react"

import { DataTable, type Column } from "../../components/data-table"
import { mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import type { DraftTurn } from "./queries"
import type { Roles } from "./roles"
import { texts } from "./texts"

type Props = { turns: DraftTurn[]; roles: Roles; offsetMs: number }

/** A long transcript is shown piece by piece: thousands of rows at once would stop the page. */
const PIECE = 100

export function TurnsPanel({ turns, roles, offsetMs }: Props) {
  const [shown, setShown] = useState(PIECE)
  const columns: Column<DraftTurn>[] = [
    { key: "position", header: texts.turn.position, isNumber: true, width: 60, render: ({ position }) => position + 1 },
    {
      key: "at",
      header: texts.turn.at,
      isNumber: true,
      width: 90,
      render: ({ start_ms }) => (start_ms === null ? "–" : mediaTime(Math.max(0, start_ms + offsetMs))),
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
    { key: "text", header: texts.turn.text, render: ({ text }) => <span className={classes.words}>{text}</span> },
  ]
  return (
    <Panel title={texts.allTurns} isFlush>
      <div className={classes.turns} tabIndex={0} role="region" aria-label={texts.allTurns}>
        <DataTable
          label={texts.allTurns}
          columns={columns}
          rows={turns.slice(0, shown)}
          rowKey={({ position }) => position}
          more={{ has: shown < turns.length, isLoading: false, load: () => setShown(shown + PIECE) }}
        />
      </div>
    </Panel>
  )
}

import { Progress } from "@mantine/core"

import type { Assignment } from "../../api/types"
import { DataTable, type Column } from "../../components/data-table"
import { dateTime } from "../../components/numbers"
import { progressOf, type RaterProgress } from "./planning"
import type { Rater } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"

type Props = { raters: Rater[]; assignments: Assignment[] }
type Row = RaterProgress & Rater

export function ProgressTable({ raters, assignments }: Props) {
  const progress = progressOf(
    raters.map(({ pseudonym }) => pseudonym),
    assignments,
  )
  const rows = raters.flatMap((rater, index) => ({ ...rater, ...progress[index]! }))
  return (
    <DataTable
      label={texts.progress}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ pseudonym }) => pseudonym}
      searchText={({ pseudonym, name }) => `${pseudonym} ${name ?? ""}`}
      empty={<p className={classes.note}>{texts.noProgress}</p>}
    />
  )
}

const COLUMNS: Column<Row>[] = [
  {
    key: "rater",
    header: texts.columns.rater,
    sortBy: ({ pseudonym }) => pseudonym,
    render: ({ pseudonym, name, kind }) => (
      <>
        <strong>{pseudonym}</strong> <span className="small">{kind === "person" ? name : texts.kinds[kind]}</span>
      </>
    ),
  },
  {
    key: "passes",
    header: texts.columns.passes,
    isNumber: true,
    sortBy: ({ nDone }) => nDone,
    render: ({ nDone, nPasses }) => texts.of(nDone, nPasses),
  },
  {
    key: "turns",
    header: texts.columns.turns,
    sortBy: ({ nComplete, nTurns }) => (nTurns ? nComplete / nTurns : 0),
    render: ({ pseudonym, nComplete, nTurns }) => (
      <ProgressCell label={pseudonym} nComplete={nComplete} nTurns={nTurns} />
    ),
  },
  {
    key: "latest",
    header: texts.columns.latest,
    isNumber: true,
    sortBy: ({ latestAt }) => latestAt,
    render: ({ latestAt }) => (latestAt ? dateTime(latestAt) : texts.never),
  },
]

export function ProgressCell({ label, nComplete, nTurns }: { label: string; nComplete: number; nTurns: number }) {
  return (
    <span className={classes.progress}>
      <Progress value={nTurns ? (100 * nComplete) / nTurns : 0} size={6} w={110} aria-label={label} />
      <span className="number small">{texts.of(nComplete, nTurns)}</span>
    </span>
  )
}

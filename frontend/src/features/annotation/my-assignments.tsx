import { Progress } from "@mantine/core"
import { Link } from "@tanstack/react-router"

import type { Assignment } from "../../api/types"
import { DataTable, type Column } from "../../components/data-table"
import classes from "./annotation.module.css"
import { texts } from "./texts"

type Props = { assignments: Assignment[]; more: { has: boolean; isLoading: boolean; load: () => void } }

export function MyAssignments({ assignments, more }: Props) {
  return (
    <DataTable
      label={texts.assignments.title}
      columns={COLUMNS}
      rows={whatIsLeftFirst(assignments)}
      rowKey={(assignment) => assignment.id}
      searchText={({ session }) => `${session.key} ${session.title}`}
      more={more}
      empty={<p className={classes.note}>{texts.assignments.none}</p>}
    />
  )
}

/** Passes to go on with, then those to begin, then those that wait for something, and last what is done. */
const whatIsLeftFirst = (assignments: Assignment[]): Assignment[] =>
  [...assignments].sort((one, other) => placeOf(one) - placeOf(other))

function placeOf({ done_at, may_label, n_complete, n_to_confirm, waits_for }: Assignment): number {
  if (waits_for) return 2
  if (n_to_confirm) return 0
  if (done_at) return 4
  if (!may_label) return 3
  return n_complete ? 0 : 1
}

const SessionName = ({ session: { key, title } }: Pick<Assignment, "session">) => (
  <>
    {key}
    {title && title !== key && <span> {title}</span>}
  </>
)

const COLUMNS: Column<Assignment>[] = [
  {
    key: "session",
    header: texts.assignments.session,
    sortBy: ({ session }) => session.key,
    render: ({ id, session, waits_for }) =>
      waits_for ? (
        <SessionName session={session} />
      ) : (
        <Link to="/assignments/$id" params={{ id: String(id) }} className={classes.session}>
          <SessionName session={session} />
        </Link>
      ),
  },
  {
    key: "pass",
    header: texts.assignments.pass,
    sortBy: ({ pass_kind }) => pass_kind,
    render: ({ pass_kind }) => texts.pass[pass_kind],
  },
  {
    key: "progress",
    header: texts.assignments.progress,
    sortBy: ({ n_complete, n_turns }) => (n_turns ? n_complete / n_turns : 0),
    render: (assignment) => (
      <span className={classes.progress}>
        <Progress
          value={assignment.n_turns ? (100 * assignment.n_complete) / assignment.n_turns : 0}
          size={6}
          w={110}
          aria-label={texts.assignments.progress}
        />
        <span className="number small">{texts.turnsOf(assignment.n_complete, assignment.n_turns)}</span>
      </span>
    ),
  },
  {
    key: "state",
    header: texts.assignments.state,
    sortBy: ({ done_at }) => done_at ?? "",
    render: ({ done_at, may_label, n_complete, n_to_confirm, waits_for }) =>
      waits_for ? (
        texts.assignments.waitsFor(texts.pass[waits_for])
      ) : n_to_confirm ? (
        <span className={classes.again}>{texts.assignments.toConfirm(n_to_confirm)}</span>
      ) : done_at ? (
        texts.assignments.done
      ) : !may_label ? (
        texts.assignments.noConsent
      ) : n_complete ? (
        texts.assignments.begun
      ) : (
        texts.assignments.open
      ),
  },
]

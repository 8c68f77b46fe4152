import { Button, SegmentedControl } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"

import type { Assignment } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { DataTable, type Column } from "../../components/data-table"
import { showError } from "../../components/error-notice"
import { date } from "../../components/numbers"
import { PassLink } from "./pass-link"
import { ProgressCell } from "./progress-table"
import { takeBack } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = { slug: string; assignments: Assignment[] }

export function PassesTable({ slug, assignments }: Props) {
  const passesChanged = usePassesChanged(slug)
  const [leaving, setLeaving] = useState<Assignment>()
  const [only, setOnly] = useState<PassState | "all">("all")
  const shown = assignments.filter((assignment) => only === "all" || stateOf(assignment) === only)
  const remove = useMutation({
    mutationFn: (assignment: Assignment) => takeBack(assignment.id),
    onSuccess: passesChanged,
    onError: (error) => showError(error),
    onSettled: () => setLeaving(undefined),
  })
  return (
    <>
      {assignments.length > PAGE && (
        <SegmentedControl<PassState | "all">
          aria-label={texts.whichShown}
          className={classes.shown}
          value={only}
          onChange={setOnly}
          data={[
            { value: "all", label: texts.shown.all(assignments.length) },
            ...STATES.map((state) => ({ value: state, label: texts.shown[state](countOf(assignments, state)) })),
          ]}
        />
      )}
      <DataTable
        key={only}
        label={texts.passes}
        columns={columnsOf(slug, setLeaving)}
        rows={shown}
        pageSize={PAGE}
        rowKey={({ id }) => id}
        searchText={({ rater, session, pass_kind }) =>
          `${rater} ${session.key} ${session.title} ${texts.passKind[pass_kind]}`
        }
        empty={<p className={classes.note}>{assignments.length > 0 ? texts.noneOfThese : texts.noPasses}</p>}
      />
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={texts.takeBackTitle(leaving?.rater ?? "", leaving?.session.key ?? "")}
        confirm={texts.takeBack}
        isBusy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onCancel={() => setLeaving(undefined)}
      >
        {texts.takeBackText}
      </ConfirmDialog>
    </>
  )
}

const columnsOf = (slug: string, leave: (assignment: Assignment) => void): Column<Assignment>[] => [
  {
    key: "session",
    header: texts.columns.session,
    sortBy: ({ session }) => session.key,
    render: ({ session }) => (
      <Link to="/studies/$slug/sessions/$id" params={{ slug, id: String(session.id) }}>
        {session.key}
      </Link>
    ),
  },
  { key: "rater", header: texts.columns.rater, sortBy: ({ rater }) => rater, render: ({ rater }) => rater },
  {
    key: "pass",
    header: texts.columns.pass,
    sortBy: ({ pass_kind }) => pass_kind,
    render: (assignment) => <PassLink assignment={assignment} />,
  },
  {
    key: "turns",
    header: texts.columns.turns,
    sortBy: ({ n_complete, n_turns }) => (n_turns ? n_complete / n_turns : 0),
    render: ({ rater, session, n_complete, n_turns }) => (
      <ProgressCell label={`${session.key}, ${rater}`} nComplete={n_complete} nTurns={n_turns} />
    ),
  },
  {
    key: "state",
    header: texts.columns.state,
    sortBy: (assignment) => STATES.indexOf(stateOf(assignment)),
    render: (assignment) =>
      assignment.done_at ? texts.done(date(assignment.done_at)) : texts.states[stateOf(assignment)],
  },
  {
    key: "take-back",
    header: "",
    isNumber: true,
    render: (assignment) =>
      assignment.updated_at === null && (
        <Button variant="default" size="compact-sm" onClick={() => leave(assignment)}>
          {texts.takeBack}
        </Button>
      ),
  },
]

type PassState = keyof typeof texts.states
const STATES: PassState[] = ["notBegun", "begun", "done"]

/** As many passes as are shown at first; fewer need no filter. */
const PAGE = 20

function stateOf({ done_at, updated_at }: Assignment): PassState {
  if (done_at) return "done"
  return updated_at ? "begun" : "notBegun"
}

const countOf = (assignments: Assignment[], state: PassState): number =>
  assignments.filter((assignment) => stateOf(assignment) === state).length

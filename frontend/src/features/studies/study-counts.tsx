import type { Study } from "../../api/types"
import { count } from "../../components/numbers"
import classes from "./studies.module.css"
import { texts } from "./texts"

type Props = { study: Study }

/** How far the study is, in the order of a label's life. */
export function StudyCounts({ study: { counts, my_roles, raters_per_turn } }: Props) {
  const names = texts.dashboard.counts
  // Whoever only labels or reviews can open neither.
  const isAfterLabels = my_roles.some((role) => ["lead", "steward", "engineer"].includes(role))
  const open = counts.disagreements_open // Null for who must not be told.
  const figures = [
    {
      name: names.sessions,
      value: counts.sessions,
      note: names.ready(counts.sessions_ready, counts.sessions_without_consent),
    },
    { name: names.turns, value: counts.client_turns, note: names.perTurn(raters_per_turn) },
    { name: names.assignments, value: counts.assignments_done, note: names.assignmentsOf(counts.assignments) },
    { name: names.labels, value: counts.annotations_complete, note: names.labelsOf(counts.annotations_expected) },
    ...(open === null ? [] : [{ name: names.disagreements, value: open, note: "" }]),
    ...(isAfterLabels
      ? [
          {
            name: names.releases,
            value: counts.releases,
            note: names.approved(counts.releases_approved, counts.releases_withdrawn),
          },
          { name: names.runs, value: counts.runs, note: names.succeeded(counts.runs_succeeded) },
        ]
      : []),
  ]
  return (
    <dl className={classes.counts}>
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.figure}>{count(value)}</span> {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { Modal } from "@mantine/core"

import type { Consent, Person } from "../../api/corpus"
import { DataTable, type Column } from "../../components/data-table"
import { date, day } from "../../components/numbers"
import classes from "./people.module.css"
import { texts } from "./texts"

type Props = { person: Person; onClose: () => void }

/** All that was ever given, what has ended included. */
export function HistoryDialog({ person, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={texts.historyTitle(person.pseudonym)} size="lg">
      <DataTable
        label={texts.historyTitle(person.pseudonym)}
        columns={COLUMNS}
        rows={person.consents.toReversed()}
        rowKey={({ scope, given_at }) => scope + given_at}
        empty={<p>{texts.noHistory}</p>}
      />
    </Modal>
  )
}

const COLUMNS: Column<Consent>[] = [
  { key: "scope", header: texts.historyColumns.scope, render: ({ scope }) => texts.scope[scope] },
  { key: "basis", header: texts.historyColumns.basis, render: ({ basis }) => basis || "–" },
  {
    key: "given",
    header: texts.historyColumns.given,
    render: ({ given_at }) => <span className={classes.date}>{date(given_at)}</span>,
  },
  {
    key: "ends",
    header: texts.historyColumns.ends,
    render: (consent) => <span className={classes.date}>{endOf(consent) ?? "–"}</span>,
  },
]

/** What ended it, or will. */
function endOf({ withdrawn_at, replaced_at, last_day }: Consent): string | undefined {
  if (withdrawn_at) return texts.standing.withdrawn(date(withdrawn_at))
  if (replaced_at) return texts.standing.replaced(date(replaced_at))
  return last_day ? texts.standing.until(day(last_day)) : undefined
}

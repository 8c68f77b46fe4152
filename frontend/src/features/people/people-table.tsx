import { Button, Group } from "@mantine/core"
import { useState } from "react"

import type { Person } from "../../api/corpus"
import { DataTable, type Column } from "../../components/data-table"
import { GiveDialog } from "./give-dialog"
import { HistoryDialog } from "./history-dialog"
import classes from "./people.module.css"
import { SCOPES } from "./standing"
import { StandingCell } from "./standing-cell"
import { texts } from "./texts"
import { WithdrawDialog } from "./withdraw-dialog"

type Props = { persons: Person[] }
type Dialog = { kind: "history" | "give" | "withdraw"; id: number }

export function PeopleTable({ persons }: Props) {
  const [dialog, setDialog] = useState<Dialog>()
  const person = persons.find(({ id }) => id === dialog?.id)
  const close = () => setDialog(undefined)
  return (
    <>
      <DataTable
        label={texts.title}
        columns={columnsOf(setDialog)}
        rows={persons}
        rowKey={({ id }) => id}
        searchText={({ pseudonym, sessions }) => [pseudonym, ...sessions].join(" ")}
      />
      {person && dialog?.kind === "history" && <HistoryDialog person={person} onClose={close} />}
      {person && dialog?.kind === "give" && <GiveDialog person={person} onClose={close} />}
      {person && dialog?.kind === "withdraw" && <WithdrawDialog person={person} onClose={close} />}
    </>
  )
}

function columnsOf(open: (dialog: Dialog) => void): Column<Person>[] {
  const now = new Date()
  return [
    {
      key: "person",
      header: texts.columns.person,
      sortBy: ({ pseudonym }) => pseudonym,
      render: ({ pseudonym, role }) => (
        <>
          <strong className={classes.pseudonym}>{pseudonym}</strong>
          <div className="small">{texts.roles[role]}</div>
        </>
      ),
    },
    {
      key: "sessions",
      header: texts.columns.sessions,
      sortBy: ({ sessions }) => sessions.length,
      render: ({ sessions }) => <span className={classes.sessions}>{sessions.join(", ") || "–"}</span>,
    },
    ...SCOPES.map((scope) => ({
      key: scope,
      header: texts.scope[scope],
      render: ({ consents }: Person) => <StandingCell consents={consents} scope={scope} now={now} />,
    })),
    {
      key: "actions",
      header: "",
      render: ({ id }) => (
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <Button variant="default" size="compact-sm" onClick={() => open({ kind: "history", id })}>
            {texts.history}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => open({ kind: "give", id })}>
            {texts.give}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => open({ kind: "withdraw", id })}>
            {texts.withdraw}
          </Button>
        </Group>
      ),
    },
  ]
}

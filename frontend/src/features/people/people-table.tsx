import { Button, Menu } from "@mantine/core"
import { useState } from "react"

import type { Person, Scope } from "../../api/corpus"
import { DataTable, type Column } from "../../components/data-table"
import { GiveDialog } from "./give-dialog"
import { HistoryDialog } from "./history-dialog"
import classes from "./people.module.css"
import { scopesOnRecord } from "../../api/standing"
import { StandingCell } from "./standing-cell"
import { texts } from "./texts"
import { WithdrawDialog } from "./withdraw-dialog"

type Props = { persons: Person[] }
type Dialog = { kind: (typeof KINDS)[number]; id: number }

const KINDS = ["give", "withdraw", "history"] as const

export function PeopleTable({ persons }: Props) {
  const [dialog, setDialog] = useState<Dialog>()
  const person = persons.find(({ id }) => id === dialog?.id)
  const close = () => setDialog(undefined)
  return (
    <div className={classes.table}>
      <DataTable
        label={texts.title}
        columns={columnsOf(scopesOnRecord(persons), setDialog)}
        rows={persons}
        rowKey={({ id }) => id}
        minWidth={680}
        searchText={({ pseudonym, sessions }) => [pseudonym, ...sessions].join(" ")}
      />
      {person && dialog?.kind === "history" && <HistoryDialog person={person} onClose={close} />}
      {person && dialog?.kind === "give" && <GiveDialog person={person} onClose={close} />}
      {person && dialog?.kind === "withdraw" && <WithdrawDialog person={person} onClose={close} />}
    </div>
  )
}

function columnsOf(scopes: Scope[], open: (dialog: Dialog) => void): Column<Person>[] {
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
    ...scopes.map((scope) => ({
      key: scope,
      header: texts.scope[scope],
      render: ({ consents }: Person) => <StandingCell consents={consents} scope={scope} now={now} />,
    })),
    {
      key: "actions",
      header: "",
      isNumber: true,
      render: ({ id, pseudonym }) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="compact-sm" aria-label={texts.changeOf(pseudonym)}>
              {texts.change}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => open({ kind, id })}>
                {texts[kind]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]
}

import { Checkbox, SegmentedControl } from "@mantine/core"

import type { SpeakerRole } from "../../api/types"
import { DataTable, type Column } from "../../components/data-table"
import { count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import type { Speaker } from "./queries"
import { speakersAs, twoClients, type Roles } from "./roles"
import { texts } from "./texts"

type Props = {
  speakers: Speaker[]
  roles: Roles
  areOne: boolean
  onRole: (speaker: string, role: SpeakerRole) => void
  onAreOne: (areOne: boolean) => void
}

const ROLES: SpeakerRole[] = ["client", "counsellor", "other"]

/** Each speaker of the file with what they said first, to be told apart by. */
export function SpeakersPanel({ speakers, roles, areOne, onRole, onAreOne }: Props) {
  const clients = speakersAs("client", roles)
  const columns: Column<Speaker>[] = [
    { key: "speaker", header: texts.speaker, render: ({ name }) => <Name speaker={name} /> },
    {
      key: "sample",
      header: texts.sample,
      render: ({ sample }) => <span className={classes.sample}>“{sample}”</span>,
    },
    { key: "turns", header: texts.turns, isNumber: true, render: ({ n_turns }) => count(n_turns) },
    {
      key: "role",
      header: texts.role,
      width: 290,
      render: ({ name }) => (
        <SegmentedControl<SpeakerRole | "">
          size="xs"
          aria-label={texts.roleOf(name || texts.unknown)}
          value={roles[name] ?? ""}
          onChange={(role) => role && onRole(name, role)}
          data={ROLES.map((role) => ({ value: role, label: texts.roles[role] }))}
        />
      ),
    },
  ]
  return (
    <Panel title={texts.speakers} note={texts.speakersNote} isFlush>
      <DataTable label={texts.speakers} columns={columns} rows={speakers} rowKey={({ name }) => name} />
      {clients.length > 1 && (
        <div className={classes.areOne}>
          {!areOne && <p role="alert">{twoClients(clients)}</p>}
          <Checkbox label={texts.areOne} checked={areOne} onChange={(event) => onAreOne(event.currentTarget.checked)} />
        </div>
      )}
    </Panel>
  )
}

const Name = ({ speaker }: { speaker: string }) =>
  speaker ? <strong className={classes.speaker}>{speaker}</strong> : <em>{texts.unknown}</em>

import { Checkbox } from "@mantine/core"

import { DataTable, type Column } from "../../../components/data-table"
import { count } from "../../../components/numbers"
import type { Tier } from "../queries"
import classes from "./reading.module.css"
import { texts } from "./texts"

type Props = {
  tiers: Tier[]
  read: string[]
  areConversations: boolean
  onChange: (read: string[]) => void
}

/** The layers of a file from ELAN or Praat, or the conversations of a table, and which of them are read. */
export function TiersField({ tiers, read, areConversations, onChange }: Props) {
  const title = areConversations ? texts.conversations : texts.tiers
  const toggle = (name: string) =>
    // In the file's order, so that ticking off and on again is no change.
    onChange(tiers.map((tier) => tier.name).filter((each) => read.includes(each) !== (each === name)))
  const columns: Column<Tier>[] = [
    {
      key: "name",
      header: areConversations ? texts.conversation : texts.tier.name,
      render: ({ name }) => (
        <Checkbox
          label={<span className={classes.words}>{name}</span>}
          aria-label={areConversations ? texts.readConversation(name) : texts.read(name)}
          checked={read.includes(name)}
          onChange={() => toggle(name)}
        />
      ),
    },
    { key: "speaker", header: texts.tier.speaker, render: ({ speaker }) => speaker ?? "–" },
    {
      key: "sample",
      header: texts.tier.sample,
      render: ({ sample }) => <span className={classes.words}>{sample ? `“${sample}”` : "–"}</span>,
    },
    { key: "entries", header: texts.tier.entries, isNumber: true, render: ({ n_cues }) => count(n_cues) },
  ]
  return (
    <div>
      <h3>{title}</h3>
      <DataTable label={title} columns={columns} rows={tiers} rowKey={({ name }) => name} />
      {read.length === 0 && (
        <p role="alert" className={classes.fault}>
          {areConversations ? texts.noConversation : texts.noTier}
        </p>
      )}
    </div>
  )
}

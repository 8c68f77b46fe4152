import type { Draft, ReadingOptions } from "../queries"
import { choiceOf, columnsFrom, type ColumnsChoice } from "./columns"

export const DEFAULT_OPTIONS: ReadingOptions = { gap_ms: 2000, columns: null, tiers: null, backchannels_of: [] }

/** What the form about the reading holds; null where the file has no columns or no tiers. */
export type Choices = {
  gapMs: number
  columns: ColumnsChoice | null
  tiers: string[] | null
  backchannelsOf: string[]
}

export const choicesOf = ({ options, reading }: Draft): Choices => ({
  gapMs: options.gap_ms,
  columns: reading.table && choiceOf(reading.table),
  tiers: reading.tiers.length > 0 ? reading.tiers.filter(({ is_read }) => is_read).map(({ name }) => name) : null,
  backchannelsOf: options.backchannels_of,
})

export const isSame = (one: Choices, other: Choices): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What to send for the choices; what a person left as it was guessed stays a guess. Null where something is unsaid. */
export function optionsFrom(choices: Choices, draft: Draft): ReadingOptions | null {
  const before = choicesOf(draft)
  const isGuessKept = (key: "columns" | "tiers") => JSON.stringify(choices[key]) === JSON.stringify(before[key])
  const columns = choices.columns && columnsFrom(choices.columns)
  if ((choices.columns && !columns) || choices.tiers?.length === 0) return null
  return {
    gap_ms: choices.gapMs,
    columns: isGuessKept("columns") ? draft.options.columns : columns,
    tiers: isGuessKept("tiers") ? draft.options.tiers : choices.tiers,
    backchannels_of: choices.backchannelsOf,
  }
}

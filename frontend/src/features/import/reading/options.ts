import type { Draft, ReadingOptions } from "../queries"
import { choiceOf, columnsFrom, type ColumnsChoice } from "./columns"

export const DEFAULT_OPTIONS: ReadingOptions = {
  ...{ gap_ms: 2000, columns: null, tiers: null, backchannels_of: [] },
  ...{ part: null, part_starts_ms: null, is_one_clock: false, left_out: [] },
}

/** Of a file whose clock begins anew: all parts one after the other, all on one clock, or one part alone. */
export type PartsRead = "after" | "one clock" | number
export type PartsChoice = {
  read: PartsRead
  /** Where the clock of the second part begins on that of the first, and so on. */
  startsMs: number[]
}

/** What the form about the reading holds; null where the file has no columns or no tiers. */
export type Choices = {
  gapMs: number
  columns: ColumnsChoice | null
  tiers: string[] | null
  backchannelsOf: string[]
  /** Null where the file has one clock. */
  parts: PartsChoice | null
  leftOut: string[]
}

export const choicesOf = ({ options, reading }: Draft): Choices => ({
  gapMs: options.gap_ms,
  columns: reading.table && choiceOf(reading.table),
  tiers: reading.tiers.length > 0 ? reading.tiers.filter(({ is_read }) => is_read).map(({ name }) => name) : null,
  backchannelsOf: options.backchannels_of,
  parts:
    reading.parts.length > 0 || options.is_one_clock
      ? {
          read: options.is_one_clock ? "one clock" : (options.part ?? "after"),
          startsMs: reading.parts.slice(1).map(({ starts_ms }) => starts_ms),
        }
      : null,
  leftOut: options.left_out,
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
    part: typeof choices.parts?.read === "number" ? choices.parts.read : null,
    part_starts_ms: isSameStarts(choices, before) ? draft.options.part_starts_ms : (choices.parts?.startsMs ?? null),
    is_one_clock: choices.parts?.read === "one clock",
    left_out: choices.leftOut,
  }
}

const isSameStarts = (one: Choices, other: Choices) =>
  JSON.stringify(one.parts?.startsMs) === JSON.stringify(other.parts?.startsMs)

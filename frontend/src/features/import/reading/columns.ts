import type { Columns, TableSample } from "../queries"

export type ColumnUse = "" | "text" | "speaker" | "start" | "end" | "conversation"
export const USES: ColumnUse[] = ["", "text", "speaker", "start", "end", "conversation"]

/** A person's answer to which column is what. */
export type ColumnsChoice = { uses: ColumnUse[]; unit: Columns["unit"]; hasHeader: boolean }

/** What was chosen or guessed; without a guess every column is unused. */
export function choiceOf({ columns, header, rows }: TableSample): ColumnsChoice {
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  const uses = Array.from({ length: width }, (_, index) => (columns ? useOf(columns, index) : ""))
  return { uses, unit: columns?.unit ?? null, hasHeader: columns?.has_header ?? header.length > 0 }
}

/** The choice with one column used otherwise. What held that use before is unused, since no two columns share one. */
export const withUse = (choice: ColumnsChoice, column: number, use: ColumnUse): ColumnsChoice => ({
  ...choice,
  uses: choice.uses.map((old, index) => (index === column ? use : use && old === use ? "" : old)),
})

/** The choice as the server takes it; null while no column holds the words. */
export function columnsFrom({ uses, unit, hasHeader }: ColumnsChoice): Columns | null {
  const columnOf = (use: ColumnUse) => (uses.includes(use) ? uses.indexOf(use) : null)
  const text = columnOf("text")
  if (text === null) return null
  return {
    text,
    speaker: columnOf("speaker"),
    start: columnOf("start"),
    end: columnOf("end"),
    conversation: columnOf("conversation"),
    unit,
    has_header: hasHeader,
  }
}

/** The names of the columns and the rows below them; where the first row holds no names, it is a row like others. */
export function shownTable({ header, rows }: TableSample, hasHeader: boolean) {
  const all = header.length > 0 ? [header, ...rows] : rows
  return hasHeader ? { names: all[0] ?? [], body: all.slice(1) } : { names: [], body: all }
}

function useOf(columns: Columns, index: number): ColumnUse {
  if (columns.text === index) return "text"
  if (columns.speaker === index) return "speaker"
  if (columns.start === index) return "start"
  if (columns.conversation === index) return "conversation"
  return columns.end === index ? "end" : ""
}

import { Button } from "@mantine/core"
import { useState } from "react"

import { isApiError } from "../../../api/client"
import type { ReadingOptions, TableSample } from "../queries"
import { ColumnsField } from "../reading/columns-field"
import { choiceOf, columnsFrom } from "../reading/columns"
import { DEFAULT_OPTIONS } from "../reading/options"
import classes from "./sending.module.css"
import { texts } from "./texts"

type Props = { table: TableSample; onRead: (options: ReadingOptions) => void }

/** A table that tells nobody which column holds the words: a person says it. */
export function RefusedTable({ table, onRead }: Props) {
  const [choice, setChoice] = useState(() => choiceOf(table))
  const columns = columnsFrom(choice)
  return (
    <section className={classes.table} aria-label={texts.columnsTitle}>
      <h3>{texts.columnsTitle}</h3>
      <p className="small">{texts.columnsNote}</p>
      <ColumnsField table={table} choice={choice} onChange={setChoice} />
      <Button
        className={classes.start}
        disabled={!columns}
        onClick={() => columns && onRead({ ...DEFAULT_OPTIONS, columns })}
      >
        {texts.readSo}
      </Button>
    </section>
  )
}

/** The question which column is what, where the server's refusal asks it. */
export function AskedColumns({ error, onRead }: { error: Error | null } & Pick<Props, "onRead">) {
  const table = tableOf(error)
  return table && <RefusedTable table={table} onRead={onRead} />
}

/** The table's beginning, where the server sent it along with its refusal. */
export function tableOf(error: Error | null): TableSample | null {
  const table = isApiError(error) ? error.details.table : undefined
  return isTable(table) ? table : null
}

const isTable = (value: unknown): value is TableSample =>
  typeof value === "object" && value !== null && "rows" in value && "header" in value

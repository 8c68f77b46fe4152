import { Checkbox, Select, SegmentedControl } from "@mantine/core"

import type { TableSample } from "../queries"
import { shownTable, USES, withUse, type ColumnsChoice, type ColumnUse } from "./columns"
import classes from "./reading.module.css"
import { texts } from "./texts"

type Props = { table: TableSample; choice: ColumnsChoice; onChange: (choice: ColumnsChoice) => void }

const UNITS = ["", "s", "ms"] as const

/** The beginning of a table, with what each column holds above it. */
export function ColumnsField({ table, choice, onChange }: Props) {
  const { names, body } = shownTable(table, choice.hasHeader)
  const nameOf = (index: number) => names[index] || texts.column(index + 1)
  return (
    <div className={classes.columns}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.columnsSample}>
        <table className={classes.sample}>
          <thead>
            <tr>
              {choice.uses.map((use, index) => (
                <th key={index} scope="col" data-is-used={use !== "" || undefined}>
                  <span className={classes.columnName}>{nameOf(index)}</span>
                  <Select<ColumnUse>
                    size="xs"
                    aria-label={texts.useOf(nameOf(index))}
                    allowDeselect={false}
                    data={USES.map((value) => ({ value, label: texts.use[value] }))}
                    value={use}
                    onChange={(value) => value !== null && onChange(withUse(choice, index, value))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, number) => (
              <tr key={number}>
                {choice.uses.map((use, index) => (
                  <td key={index} data-is-used={use !== "" || undefined}>
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Checkbox
        label={texts.hasHeader}
        checked={choice.hasHeader}
        onChange={(event) => onChange({ ...choice, hasHeader: event.currentTarget.checked })}
      />
      {choice.uses.includes("start") && (
        <div className={classes.unit}>
          <span>{texts.unit}</span>
          <SegmentedControl<"" | "s" | "ms">
            size="xs"
            aria-label={texts.unit}
            data={UNITS.map((value) => ({ value, label: texts.units[value] }))}
            value={choice.unit ?? ""}
            onChange={(unit) => onChange({ ...choice, unit: unit || null })}
          />
        </div>
      )}
      {!choice.uses.includes("text") && (
        <p role="status" className={classes.missing}>
          {texts.noText}
        </p>
      )}
    </div>
  )
}

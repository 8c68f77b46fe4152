import classes from "./heat-table.module.css"
import { WideContent } from "./wide-content"

/** `share` is how dark the cell is, 0 to 1; `notes` stand small under its text. */
export type HeatCell = { share: number; text: string; notes?: string[]; title?: string }

type Props = {
  /** What rows and columns are. */
  corner?: string
  labels: string[]
  /** Row by row, as many as labels. */
  cells: HeatCell[][]
}

/** One set of things against itself; the darker a cell, the more of it. */
export function HeatTable({ corner = "", labels, cells }: Props) {
  return (
    <WideContent label={corner || labels.join(", ")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td className="small">{corner}</td>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, index) => (
            <tr key={labels[index]}>
              <th scope="row">{labels[index]}</th>
              {row.map(({ share, text, notes = [], title }, column) => (
                <td key={labels[column]} style={shade(share)} title={title}>
                  {text}
                  {notes.map((note) => (
                    <div key={note} className={classes.note}>
                      {note}
                    </div>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideContent>
  )
}

/** Half the accent at most: ink stays readable on every shade, in both schemes. */
const shade = (share: number) => ({
  background: `color-mix(in srgb, var(--accent) ${Math.round(50 * Math.min(1, Math.max(0, share)))}%, var(--sunk))`,
})

import classes from "./remarks.module.css"
import { texts } from "./texts"

type Severity = "info" | "warning" | "error"
export type RemarkRow = { severity: Severity; where: string; message: string }
type Props = { remarks: RemarkRow[] }

const ORDER: Severity[] = ["error", "warning", "info"]

/** What was noticed in reading a file, the gravest first. */
export function Remarks({ remarks }: Props) {
  const sorted = ORDER.flatMap((severity) => remarks.filter((remark) => remark.severity === severity))
  return (
    <ul className={classes.remarks}>
      {sorted.map(({ severity, where, message }, index) => (
        <li key={index} data-severity={severity}>
          <strong>{texts.severity[severity]}</strong>
          <span>
            {message} {where && <span className="small">({where})</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

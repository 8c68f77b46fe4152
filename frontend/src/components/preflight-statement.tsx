import type { ReactNode } from "react"

import { Statement } from "./statement"
import classes from "./statement.module.css"
import { texts } from "./texts"

type Props = {
  /** What forbids to go on, in sentences. */
  faults: string[]
  /** What a person should look at first. */
  warnings: string[]
  headline: { faults: string; warnings: string; fine: string }
  children?: ReactNode
}

/** Whether something large may begin, and what speaks against it. */
export function PreflightStatement({ faults, warnings, headline, children }: Props) {
  const gravest = faults.length ? "faults" : warnings.length ? "warnings" : "fine"
  const tone = ({ faults: "bad", warnings: "warn", fine: "calm" } as const)[gravest]
  return (
    <Statement headline={headline[gravest]} tone={tone}>
      {children}
      {gravest !== "fine" && (
        <ul className={classes.list}>
          {faults.map((fault) => (
            <li key={fault} data-severity="error">
              <strong>{texts.severity.error}</strong> {fault}
            </li>
          ))}
          {warnings.map((warning) => (
            <li key={warning}>
              <strong>{texts.severity.warning}</strong> {warning}
            </li>
          ))}
        </ul>
      )}
    </Statement>
  )
}

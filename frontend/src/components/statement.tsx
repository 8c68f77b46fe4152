import type { ReactNode } from "react"

import classes from "./statement.module.css"

type Props = { headline: string; tone?: "calm" | "warn" | "bad"; children?: ReactNode }

/** The sentence that answers a page's question, in words, over its figures. */
export function Statement({ headline, tone = "calm", children }: Props) {
  return (
    <div className={classes.statement} data-tone={tone}>
      <strong>{headline}</strong> {children}
    </div>
  )
}

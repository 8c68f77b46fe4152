import type { ReactNode } from "react"

import classes from "./dialog-actions.module.css"

/** The buttons at the end of a dialog: in sight however long it is, and however low the window. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

import type { ReactNode } from "react"

import classes from "./empty.module.css"

type Props = {
  title: string
  /** What will be here. */
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

export function Empty({ title, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

import { useDocumentTitle } from "@mantine/hooks"
import type { ReactNode } from "react"

import classes from "./page-header.module.css"

type Props = {
  title: string
  /** The sentence that answers the page's question, or what the figures rest on. */
  children?: ReactNode
  actions?: ReactNode
}

/** The head of a page; it also names the browser's tab. */
export function PageHeader({ title, children, actions }: Props) {
  useDocumentTitle(`${title} · Attune`)
  return (
    <header className={classes.header}>
      <div>
        <h1>{title}</h1>
        {children && <div className={classes.lead}>{children}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

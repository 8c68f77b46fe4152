import { useId, type ReactNode } from "react"

import classes from "./panel.module.css"

type Props = {
  title?: string
  /** What the panel shows, in a sentence, under its title. */
  note?: ReactNode
  actions?: ReactNode
  /** Without padding round the content: a table reaches the panel's edge. */
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, note, actions, isFlush = false, children }: Props) {
  const titleId = useId()
  return (
    <section className={classes.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <div className={classes.head}>
          <div>
            <h2 id={titleId}>{title}</h2>
            {note && <p className="small">{note}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}

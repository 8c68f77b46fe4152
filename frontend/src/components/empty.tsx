import type { ReactNode } from "react"

import classes from "./empty.module.css"

type Props = {
  /** Whether it is all there is of a page, which is then called by its title. */
  isPage?: boolean
  title: string
  /** What will be here. */
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
}

export function Empty({ isPage = false, title, children, action }: Props) {
  const Title = isPage ? "h1" : "h2"
  return (
    <div className={classes.empty}>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

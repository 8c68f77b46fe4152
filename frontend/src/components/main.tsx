import { createContext, useContext, type ReactNode } from "react"

const IsWithin = createContext(false)

type Props = {
  children: ReactNode
  /** Of the page's own; without it nothing skips to here. */
  id?: string
  className?: string
}

/** The one main part of a page. What takes a page's place, be it of all of it or below a study's navigation, brings its own. */
export function Main({ children, ...props }: Props) {
  if (useContext(IsWithin)) return children
  return (
    <main {...props} tabIndex={props.id ? -1 : undefined}>
      <IsWithin value>{children}</IsWithin>
    </main>
  )
}

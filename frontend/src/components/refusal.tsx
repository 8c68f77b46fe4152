import { useEffect, useRef, type ReactNode } from "react"

import { explain } from "./error-notice"
import classes from "./refusal.module.css"

type Props = {
  /** The action, as a mutation has it. */
  of: { error: Error | null; reset: () => void }
  /** What was asked, and what the answer rests on: always as many. Once one of them changes, so may the answer. */
  restsOn: readonly unknown[]
  /** A way out that belongs to it. */
  children?: ReactNode
}

/** Why an action was refused, for as long as that may be so. */
export function Refusal({ of: { error, reset }, restsOn, children }: Props) {
  const before = useRef(restsOn)
  useEffect(() => {
    const isSame = restsOn.every((each, index) => Object.is(each, before.current[index]))
    before.current = restsOn
    if (!isSame && error) reset()
  })
  if (!error) return null
  return (
    <p role="alert" className={classes.refusal}>
      {explain(error)} {children}
    </p>
  )
}

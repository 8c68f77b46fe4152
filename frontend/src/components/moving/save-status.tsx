import { explain } from "../error-notice"
import classes from "./moving.module.css"
import { texts } from "./texts"

type Props = { error: Error | null; isSaved: boolean; isMoved: boolean }

/** Whether what was moved is kept; nothing as long as nothing was. */
export function SaveStatus({ error, isSaved, isMoved }: Props) {
  return (
    <p role="status" className={classes.saved} data-is-bad={error !== null || undefined}>
      {error ? `${texts.notSaved}: ${explain(error)}` : !isSaved ? texts.saving : isMoved && texts.saved}
    </p>
  )
}

import classes from "./import.module.css"
import type { Speaker } from "./queries"
import { texts } from "./texts"

/** A warning of speakers whom the file may call by their real names; nothing where it calls none so. */
export function RealNames({ speakers }: { speakers: Speaker[] }) {
  const real = speakers.filter(({ may_be_real_name }) => may_be_real_name).map(({ name }) => name)
  if (real.length === 0) return null
  return (
    <p role="note" className={classes.realNames}>
      {texts.realNames(real)}
    </p>
  )
}

import classes from "./withdrawn.module.css"

/** In red, how much of something is of people whose consent to training has ended; nothing where there is none. */
export function Withdrawn({ what }: { what: string }) {
  return what && <span className={classes.withdrawn}>{what}</span>
}

import { counted } from "./numbers"
import classes from "./withdrawn.module.css"

type Props = { turns: number; people: string[] }

/** In red, how much of something is of people whose consent to training has ended; nothing where there is none. */
export function Withdrawn({ turns, people }: Props) {
  return turns > 0 && <span className={classes.withdrawn}>{describeWithdrawn(turns, people)}</span>
}

const NAMED = 6

/** "8 turns of C-01, who no longer consents to training". */
export function describeWithdrawn(turns: number, people: string[]): string {
  const who = people.length === 1 ? "who no longer consents" : "who no longer consent"
  return `${counted(turns, "turn")} of ${namesOf(people)}, ${who} to training`
}

function namesOf(people: string[]): string {
  const rest = people.length - NAMED + 1
  const named = rest > 1 ? [...people.slice(0, NAMED - 1), `${rest} more`] : people
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${named.at(-1)}` : named.join("")
}

import classes from "./axis.module.css"
import { coefficient } from "./numbers"

type Props = { bars: number[] }

/** The thresholds in words over a column of intervals, each where it is drawn below. */
export function Axis({ bars }: Props) {
  return (
    <span className={classes.axis} aria-hidden>
      <span style={{ left: 0 }}>0</span>
      {bars.map((bar) => (
        <span
          key={bar}
          style={{ left: `${bar * 100}%` }}
          data-is-last={bar === bars.at(-1) || undefined}
          data-is-end={bar === 1 || undefined}
        >
          {coefficient(bar)}
        </span>
      ))}
    </span>
  )
}

import type { Estimate } from "../api/types"
import classes from "./estimate-cell.module.css"
import { bounds, coefficient } from "./numbers"
import { texts } from "./texts"

type Props = { estimate: Estimate }

/** The value alone, for a column of numbers; a dash when it is undefined. */
export function EstimateValue({ estimate }: Props) {
  return (
    <strong className="number" title={estimate.why_undefined ?? undefined}>
      {coefficient(estimate.value)}
    </strong>
  )
}

/** The bounds of the interval in figures, or why there is none. */
export function Bounds({ estimate: { value, low, high, why_no_interval } }: Props) {
  if (low !== null) {
    return <span className={classes.bounds}>{bounds(low, high)}</span>
  }
  return value !== null && why_no_interval
}

type IntervalProps = Props & {
  /** Where readings change, as .667 and .8. */
  bars?: number[]
  /** The ends of the drawn line. */
  from?: number
  to?: number
}

/** The interval before the point, with thresholds drawn in; where there is no value, the reason instead. */
export function IntervalBar({ estimate, bars = [], from = 0, to = 1 }: IntervalProps) {
  const { value, low, high, why_undefined, why_no_interval } = estimate
  if (value === null) return <span className="small">{texts.estimate.undefined(why_undefined ?? "")}</span>

  const at = (x: number) => `${(100 * (Math.min(to, Math.max(from, x)) - from)) / (to - from)}%`
  const hasInterval = low !== null && high !== null
  const isBelow = value < from
  const name = [
    coefficient(value),
    isBelow && texts.estimate.below(coefficient(from, 0)),
    hasInterval ? texts.estimate.interval(bounds(low, high)) : texts.estimate.noInterval(why_no_interval ?? ""),
    bars.length > 0 && texts.estimate.bars(bars.map((bar) => coefficient(bar)).join(", ")),
  ]
    .filter(Boolean)
    .join(", ")
  return (
    <svg className={classes.bar} role="img" aria-label={name}>
      <title>{name}</title>
      <line x1="0" x2="100%" y1="11" y2="11" className={classes.axis} />
      {bars.map((bar) => (
        <line key={bar} x1={at(bar)} x2={at(bar)} y1="3" y2="19" className={classes.threshold} />
      ))}
      {hasInterval && high > from && <line x1={at(low)} x2={at(high)} y1="11" y2="11" className={classes.interval} />}
      {hasInterval && low < from && !isBelow && <path d="M -8 11 L 1 7 L 1 15 Z" className={classes.beyond} />}
      {isBelow ? (
        <>
          <path d="M -9 11 L 1 5 L 1 17 Z" className={classes.point} />
          <text x="7" y="8" className={classes.below}>
            {texts.estimate.below(coefficient(from, 0))}
          </text>
        </>
      ) : (
        <circle cx={at(value)} cy="11" r="5" className={classes.point} />
      )}
    </svg>
  )
}

import { VisuallyHidden } from "@mantine/core"

import type { ConstructDetail } from "../../api/agreement"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { bounds, count } from "../../components/numbers"
import { texts as componentTexts } from "../../components/texts"
import classes from "./agreement.module.css"
import { coefficientOf } from "./coefficients"
import { texts } from "./texts"

type Props = { detail: ConstructDetail }

/** Every coefficient that fits the scale, with its interval, or the reason why it has none. Pairs are in their map. */
export function CoefficientsTable({ detail }: Props) {
  const { columns } = texts
  const names = Object.keys(detail.estimates).filter((name) => !name.includes(":"))
  const computed = names.filter((name) => detail.estimates[name]?.value != null)
  const reasons = new Set(names.flatMap((name) => detail.estimates[name]?.why_undefined ?? []))
  return (
    <table className={classes.table} aria-label={texts.construct.coefficients}>
      <thead>
        <tr>
          <th>{columns.coefficient}</th>
          <th data-number>{columns.value}</th>
          <th className={classes.interval}>{columns.interval}</th>
          <th data-number>
            <VisuallyHidden>{columns.bounds}</VisuallyHidden>
          </th>
          <th data-number>{columns.n}</th>
        </tr>
      </thead>
      <tbody>
        {computed.map((name) => {
          const estimate = detail.estimates[name]
          if (!estimate) return null
          const { name: title, definition } = coefficientOf(name)
          return (
            <tr key={name} data-is-main={name === detail.coefficient || undefined}>
              <td>
                <details className={classes.definition}>
                  <summary>{title}</summary>
                  <p className="small">{definition}</p>
                </details>
              </td>
              <td data-number>
                <EstimateValue estimate={estimate} />
              </td>
              <td className={classes.interval}>
                <IntervalBar estimate={estimate} bars={name === detail.coefficient ? detail.bars : []} />
              </td>
              <td className="small number">{estimate.low !== null && bounds(estimate.low, estimate.high)}</td>
              <td data-number>{count(estimate.n_units)}</td>
            </tr>
          )
        })}
        {[...reasons].map((reason) => (
          <tr key={reason}>
            <td colSpan={5} className={classes.reason}>
              {names
                .filter((name) => detail.estimates[name]?.why_undefined === reason)
                .map((name) => coefficientOf(name).name)
                .join(", ")}
              {": "}
              {componentTexts.estimate.undefined(reason)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

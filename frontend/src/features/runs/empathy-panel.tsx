import { VisuallyHidden } from "@mantine/core"

import type { Empathy, EmpathyDimension, RangeCheck } from "../../api/runs"
import { Bounds, EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { coefficient, count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { WideContent } from "../../components/wide-content"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { empathy: Empathy }

const say = texts.empathy

/** Each dimension of SENSE-7 with the judge's own quality beside its score, or why there is none. */
export function EmpathyPanel({ empathy: { dimensions, range_check, range_note } }: Props) {
  if (dimensions.length === 0) return null
  return (
    <Panel title={say.title} note={`${say.note} ${range_note}`} isFlush>
      <WideContent label={say.title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.columns.dimension}</th>
              <th data-number>{say.columns.value}</th>
              <th className={classes.interval}>{say.columns.interval}</th>
              <th>
                <VisuallyHidden>{say.columns.bounds}</VisuallyHidden>
              </th>
              <th data-number>{say.columns.n}</th>
              <th data-number>{say.columns.outside}</th>
              <th data-number>{say.columns.judge}</th>
              <th>{say.columns.proxy}</th>
            </tr>
          </thead>
          <tbody>
            {dimensions.map((dimension) => (
              <Row key={dimension.name} dimension={dimension} check={range_check} />
            ))}
          </tbody>
        </table>
      </WideContent>
    </Panel>
  )
}

function Row({
  dimension: { name, estimate, why_not, cross_validated_spearman: judge, proxy_of },
  check,
}: {
  dimension: EmpathyDimension
  check: RangeCheck | null
}) {
  return (
    <tr>
      <td>{say.names[name] ?? name}</td>
      {estimate ? (
        <>
          <td data-number>
            <EstimateValue estimate={estimate} />
          </td>
          <td className={classes.interval}>
            <IntervalBar estimate={estimate} from={1} to={5} />
          </td>
          <td className="small number">
            <Bounds estimate={estimate} />
          </td>
          <td data-number>{count(estimate.n_units)}</td>
        </>
      ) : (
        <td colSpan={4} className="small">
          {say.notAvailable(why_not)}
        </td>
      )}
      <td data-number className="small">
        {estimate && (check ? say.outsideOf(check.n_outside, check.n_judged) : say.notRecorded)}
      </td>
      <td data-number>
        {judge && say.judgeInterval(coefficient(judge.value), coefficient(judge.low), coefficient(judge.high))}
      </td>
      <td className="small">{proxy_of && (say.behaviours[proxy_of] ?? proxy_of.replace("_", " "))}</td>
    </tr>
  )
}

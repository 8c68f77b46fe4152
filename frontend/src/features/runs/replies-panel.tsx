import { VisuallyHidden } from "@mantine/core"

import type { ReplyFigures } from "../../api/runs"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { coefficient, count } from "../../components/numbers"
import { OriginMark } from "../../components/origin-mark"
import { Panel } from "../../components/panel"
import { WideContent } from "../../components/wide-content"
import { REPLY_METRICS, variantsOf } from "./reply-metrics"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { model: ReplyFigures; reference: ReplyFigures | undefined }

/** Mean scores of the model's replies, by the paper's markers and by ours, beside what counsellors reach. */
export function RepliesPanel({ model, reference }: Props) {
  const say = texts.replies
  const summary = say.summary(model.n_replies, model.n_empty, model.n_other_language ?? 0)
  return (
    <Panel title={say.title} note={`${say.note} ${summary}`} isFlush>
      <WideContent label={say.title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.columns.metric}</th>
              <th>
                <VisuallyHidden>{say.columns.origin}</VisuallyHidden>
              </th>
              <th data-number>{say.columns.model}</th>
              <th className={classes.narrow}>{say.columns.interval}</th>
              <th data-number>{say.columns.reference}</th>
              <th data-number>{say.columns.mimicry}</th>
              <th data-number>{say.columns.n}</th>
            </tr>
          </thead>
          <tbody>
            {REPLY_METRICS.flatMap((metric) =>
              variantsOf(metric).map(({ score, origin }, index) => {
                const mean = model.means[score]
                return (
                  mean && (
                    <tr key={score} data-is-second={index > 0 || undefined}>
                      <td>{index === 0 && say.metrics[metric]}</td>
                      <td>
                        <OriginMark origin={origin} />
                      </td>
                      <td data-number>
                        <EstimateValue estimate={mean} />
                      </td>
                      <td className={classes.narrow}>
                        <IntervalBar estimate={mean} />
                      </td>
                      <td data-number>{coefficient(reference?.means[score]?.value)}</td>
                      <td data-number>{coefficient(model.guards.mimicry_ceiling[score]?.value)}</td>
                      <td data-number>{count(mean.n_units)}</td>
                    </tr>
                  )
                )
              }),
            )}
          </tbody>
        </table>
      </WideContent>
    </Panel>
  )
}

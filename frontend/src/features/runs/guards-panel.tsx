import { VisuallyHidden } from "@mantine/core"

import type { Guards } from "../../api/runs"
import { percent } from "../../components/numbers"
import { OriginMark } from "../../components/origin-mark"
import { Panel } from "../../components/panel"
import { WideContent } from "../../components/wide-content"
import { REPLY_METRICS, variantsOf } from "./reply-metrics"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { guards: Guards }

/** What stands between a good score and a claim about empathy. */
export function GuardsPanel({ guards: { real_beats, training_overlap } }: Props) {
  const say = texts.replies
  const alterations = Object.keys(real_beats)
  return (
    <Panel title={say.guards} note={say.guardsNote} isFlush>
      <WideContent label={say.guards}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.columns.metric}</th>
              <th>
                <VisuallyHidden>{say.columns.origin}</VisuallyHidden>
              </th>
              {alterations.map((alteration) => (
                <th key={alteration} data-number>
                  {say.alterations[alteration] ?? alteration}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {REPLY_METRICS.flatMap((metric) =>
              variantsOf(metric).map(({ score, origin }, index) => (
                <tr key={score} data-is-second={index > 0 || undefined}>
                  <td>{index === 0 && say.metrics[metric]}</td>
                  <td>
                    <OriginMark origin={origin} />
                  </td>
                  {alterations.map((alteration) => {
                    const share = real_beats[alteration]?.[score]
                    return (
                      <td key={alteration} data-number title={share?.why_undefined ?? undefined}>
                        {percent(share?.value)}
                        {share?.low != null && (
                          <div className="small">
                            {percent(share.low)} to {percent(share.high)}
                          </div>
                        )}
                      </td>
                    )
                  })}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </WideContent>
      {training_overlap.value !== null && (
        <p className={classes.foot}>{say.overlap(percent(training_overlap.value))}</p>
      )}
    </Panel>
  )
}

import { SegmentedControl, VisuallyHidden } from "@mantine/core"
import { useState } from "react"

import type { DetectionFigures, RunDetail } from "../../api/runs"
import { Bounds, EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { Glossary } from "../../components/glossary"
import { coefficient, count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { chanceOf, linesOf, METRICS, type MetricName } from "./figures"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { run: RunDetail; detection: DetectionFigures; /** The commonest label in words. */ majority: string }

const say = texts.detection

/** One figure at a time: the arms of the group side by side, with majority class, people and chance. */
export function DetectionPanel({ run, detection, majority }: Props) {
  const [metric, setMetric] = useState<MetricName>("auroc")
  const lines = linesOf(metric, {
    arms: run.group_runs,
    majority: detection.majority_class.estimates,
    people: run.human_ceiling,
    names: { majority: say.majority(majority), people: say.people },
  })
  const chance = chanceOf(metric, detection.estimates)
  return (
    <Panel title={say.title} note={say.note} isFlush>
      <div className={classes.metrics}>
        <SegmentedControl
          aria-label={say.metric}
          size="xs"
          value={metric}
          onChange={(value) => setMetric(METRICS.find((each) => each === value) ?? "auroc")}
          data={METRICS.map((value) => ({ value, label: say.metrics[value] }))}
        />
        <p className="small">
          {say.meaning[metric]} {chance !== undefined && say.chance(coefficient(chance))}
          {(metric === "f1" || metric === "mcc") && ` ${run.threshold_note}`}
        </p>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{say.columns.source}</th>
            <th data-number>{say.columns.value}</th>
            <th className={classes.interval}>{say.columns.interval}</th>
            <th>
              <VisuallyHidden>{say.columns.bounds}</VisuallyHidden>
            </th>
            <th data-number>{say.columns.n}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, kind, estimate }) => (
            <tr key={key} data-kind={kind} data-is-this={key === String(run.id) || undefined}>
              <td className={classes.arm}>{name}</td>
              {estimate ? (
                <>
                  <td data-number>
                    <EstimateValue estimate={estimate} />
                  </td>
                  <td className={classes.interval}>
                    <IntervalBar
                      estimate={estimate}
                      bars={chance === undefined ? [] : [chance]}
                      from={metric === "mcc" ? -1 : 0}
                    />
                  </td>
                  <td className="small number">
                    <Bounds estimate={estimate} />
                  </td>
                  <td data-number>{count(estimate.n_units)}</td>
                </>
              ) : (
                <td colSpan={4} className="small">
                  {say.waiting}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Glossary
        summary={texts.meanings}
        entries={METRICS.map((name) => [say.metrics[name], say.meaning[name]] as const)}
      />
    </Panel>
  )
}

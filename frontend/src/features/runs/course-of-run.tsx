import { useMemo } from "react"

import type { RunDetail } from "../../api/runs"
import { LineFigure } from "../../components/line-figure"
import { count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { run: RunDetail; isOpen: boolean }

/** How the run went: loss curve, log, and the record it can be told again from. */
export function CourseOfRun({ run, isOpen }: Props) {
  const { loss, log_tail } = run
  const points = useMemo(() => loss.map(({ step, loss: y }) => ({ x: step, y })), [loss])
  const say = texts.page
  return (
    <>
      <div className={classes.two}>
        <Panel title={say.loss} note={say.lossNote}>
          {points.length > 1 ? (
            <LineFigure label={say.loss} xLabel={say.step} yLabel={say.lossAxis} points={points} />
          ) : (
            <p className="small">{say.lossNone}</p>
          )}
        </Panel>
        {run.record && (
          <Panel title={texts.record.title} note={texts.record.note}>
            <dl className={classes.facts}>
              {factsOf(run).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        )}
      </div>
      {log_tail && (
        <Panel>
          <details open={isOpen}>
            <summary>{say.log}</summary>
            <pre className={classes.log} tabIndex={0}>
              {log_tail}
            </pre>
          </details>
        </Panel>
      )}
    </>
  )
}

function factsOf({ record, config }: RunDetail): [string, string][] {
  const { names, dirty } = texts.record
  const { training, code, release, device, packages } = record ?? {}
  const facts: [string, string | undefined][] = [
    [names.release, release?.content_hash],
    [names.seed, String(config.seed)],
    [names.weighting, config.weighting],
    [names.device, device],
    [names.samples, training && count(training.samples)],
    [names.tokens, training && count(training.tokens)],
    [names.weights, training && count(training.trainable_weights)],
    [names.time, training && texts.duration(training.wall_time_s)],
    [names.memory, training && `${count(Math.round(training.peak_memory_mb))} MB`],
    [names.commit, code?.commit ? `${code.commit.slice(0, 12)}${code.clean ? "" : `, ${dirty}`}` : undefined],
    [
      names.packages,
      packages &&
        Object.entries(packages)
          .map((each) => each.join(" "))
          .join(", "),
    ],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

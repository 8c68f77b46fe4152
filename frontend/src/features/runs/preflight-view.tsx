import type { UseQueryResult } from "@tanstack/react-query"

import type { Preflight } from "../../api/runs"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { PreflightStatement } from "../../components/preflight-statement"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { query: UseQueryResult<Preflight>; arms: number }

const say = texts.fresh

/** What speaks against the run, what it will do, where, and how long it takes. */
export function PreflightView({ query, arms }: Props) {
  if (query.error) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Panel>
        <TableSkeleton />
      </Panel>
    )
  }
  const { faults, warnings, counts, device, estimate_s, weightings } = query.data
  return (
    <div className={classes.stack}>
      <PreflightStatement faults={faults} warnings={warnings} headline={say.headline} />
      <Panel title={say.what}>
        <div className={classes.stack}>
          <ol className={classes.steps}>
            {say.steps(counts?.train ?? 0, counts?.holdout ?? 0).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>
            {say.device(device)}{" "}
            {estimate_s === null
              ? say.noEstimate
              : say.estimate(texts.duration(estimate_s), texts.duration(estimate_s * arms))}
          </p>
          <details>
            <summary className="small">{say.weightings}</summary>
            <dl className={classes.facts}>
              {Object.entries(weightings).map(([name, whyNot]) => (
                <div key={name}>
                  <dt>{name.replace("_", " ")}</dt>
                  <dd className="small">{whyNot ?? say.weightingAvailable}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      </Panel>
    </div>
  )
}

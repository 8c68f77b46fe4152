import { useMemo } from "react"

import type { ReliabilityBin } from "../../api/runs"
import { LineFigure } from "../../components/line-figure"
import { Panel } from "../../components/panel"
import { texts } from "./texts"

type Props = { bins: ReliabilityBin[] }

/** How far a probability can be taken at its word: on the diagonal, it can. */
export function ReliabilityPanel({ bins }: Props) {
  const points = useMemo(
    () =>
      bins.map(({ mean_score, share_positive, share_low, share_high, n_units }) => ({
        x: mean_score,
        y: share_positive,
        low: share_low,
        high: share_high,
        n: n_units,
      })),
    [bins],
  )
  const say = texts.detection
  const turns = bins.map(({ n_units }) => n_units)
  const why = bins.find(({ why_no_interval }) => why_no_interval)?.why_no_interval
  return (
    <Panel title={say.reliability} note={say.reliabilityNote(Math.min(...turns), Math.max(...turns), why ?? "")}>
      <LineFigure
        label={say.reliability}
        xLabel={say.predicted}
        yLabel={say.observed}
        nLabel={say.turns}
        points={points}
        isShare
      />
    </Panel>
  )
}

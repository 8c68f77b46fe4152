import { useMemo } from "react"

import type { ReliabilityBin } from "../../api/runs"
import { LineFigure } from "../../components/line-figure"
import { Panel } from "../../components/panel"
import { texts } from "./texts"

type Props = { bins: ReliabilityBin[] }

/** How far a probability can be taken at its word: on the diagonal, it can. */
export function ReliabilityPanel({ bins }: Props) {
  const points = useMemo(
    () => bins.map(({ mean_score, share_positive }) => ({ x: mean_score, y: share_positive })),
    [bins],
  )
  const say = texts.detection
  return (
    <Panel title={say.reliability} note={say.reliabilityNote}>
      <LineFigure label={say.reliability} xLabel={say.predicted} yLabel={say.observed} points={points} isShare />
    </Panel>
  )
}

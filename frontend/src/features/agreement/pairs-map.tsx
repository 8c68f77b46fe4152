import type { RaterPairs } from "../../api/agreement"
import { HeatTable } from "../../components/heat-table"
import { coefficient } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { pairCoefficientOf } from "./coefficients"
import { raterApart } from "./rater-apart"
import { texts } from "./texts"

type Props = { pairs: RaterPairs; construct: string }

/** The agreement of every two raters; the darker, the closer. */
export function PairsMap({ pairs, construct }: Props) {
  const { raters, matrix } = pairs
  const apart = raterApart(pairs)
  const note = texts.pairsNote(pairCoefficientOf(pairs.coefficient).name, construct)
  const cells = matrix.map((row, index) =>
    row.map((value, column) => ({ share: value ?? 0, text: index === column ? "" : coefficient(value) })),
  )
  return (
    <Panel title={texts.pairs} note={apart ? `${note} ${texts.apart(apart)}` : note}>
      <HeatTable labels={raters} cells={cells} />
    </Panel>
  )
}

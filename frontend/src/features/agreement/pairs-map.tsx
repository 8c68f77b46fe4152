import type { PairAgreement, RaterPairs } from "../../api/agreement"
import type { HeatCell } from "../../components/heat-table"
import { HeatTable } from "../../components/heat-table"
import { bounds, coefficient, counted } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { texts as common } from "../../components/texts"
import { pairCoefficientOf } from "./coefficients"
import { raterApart } from "./rater-apart"
import { texts } from "./texts"

type Props = { pairs: RaterPairs; construct: string }

/** The agreement of every two raters; the darker, the closer. */
export function PairsMap({ pairs, construct }: Props) {
  const apart = raterApart(pairs)
  const note = texts.pairsNote(pairCoefficientOf(pairs.coefficient).name, construct)
  const cells = pairs.raters.map((row) =>
    pairs.raters.map((column) =>
      cellOf(pairs.pairs.find(({ first, second }) => sameTwo([first, second], [row, column]))),
    ),
  )
  return (
    <Panel title={texts.pairs} note={apart ? `${note} ${texts.apart(apart)}` : note}>
      <HeatTable labels={pairs.raters} cells={cells} />
    </Panel>
  )
}

function cellOf(pair: PairAgreement | undefined): HeatCell {
  if (!pair) return { share: 0, text: "" }
  const { value, low, high, n_units, n_clusters, resampled, why_undefined, why_no_interval } = pair.estimate
  const rests = [counted(n_units, "turn"), n_clusters !== null && resampled && counted(n_clusters, resampled)]
  return {
    // Squared, so that .55 and .76 are told apart.
    share: Math.max(0, value ?? 0) ** 2,
    text: coefficient(value),
    notes: [
      value !== null && value < 0 && texts.belowZero,
      low !== null && bounds(low, high),
      texts.turns(n_units),
    ].filter((each) => each !== false),
    title: [why_undefined ?? (low !== null ? common.estimate.interval(bounds(low, high)) : why_no_interval), ...rests]
      .filter(Boolean)
      .join(", "),
  }
}

const sameTwo = (one: [string, string], [row, column]: [string, string]) =>
  row !== column && one.includes(row) && one.includes(column)

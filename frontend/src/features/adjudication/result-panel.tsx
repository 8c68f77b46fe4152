import { VisuallyHidden } from "@mantine/core"

import type { ReviewOutcome } from "../../api/adjudication"
import type { Codebook, Estimate } from "../../api/types"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { coefficient, count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = { result: ReviewOutcome; codebook: Codebook }

/** How often experts' own labels match the consensus, with both intervals, and where they differ. */
export function ResultPanel({ result, codebook }: Props) {
  const { n, agree, estimate, wilson, presence_estimate, by_kind, expert_pairs } = result
  const say = texts.review
  const { n_turn_boundary, n_cannot_judge, n_corrected_after, n_not_blind } = result
  const nameOf = (kind: string) =>
    kind === "presence" || kind === "subtype"
      ? say.about[kind]
      : (codebook.constructs.find(({ key }) => key === kind)?.label ?? kind)
  const kinds = Object.entries(by_kind)
  const sentences = [
    n > 0 && kinds.length === 0 && say.noDisagreement,
    kinds.length > 0 &&
      `${say.byKind}: ${kinds.map(([kind, times]) => say.kindCount(nameOf(kind), times)).join(", ")}.`,
    n_turn_boundary + n_cannot_judge > 0 && say.leftOut(n_turn_boundary, n_cannot_judge),
    n_corrected_after > 0 && say.correctedAfter(n_corrected_after),
    n_not_blind > n_corrected_after && say.notBlind(n_not_blind - n_corrected_after),
  ]
  const rows: [string, Estimate][] = [
    [say.resultRows.sessions, estimate],
    ...(wilson
      ? [
          [say.resultRows.wilson, { ...estimate, low: wilson[0] ?? null, high: wilson[1] ?? null }] satisfies [
            string,
            Estimate,
          ],
        ]
      : []),
    [say.resultRows.presence, presence_estimate],
  ]
  return (
    <>
      <Statement headline={say.resultHeadline(agree, n)}>{sentences.filter(Boolean).join(" ")}</Statement>
      <Panel title={say.result} isFlush>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.resultColumns.figure}</th>
              <th data-number>{say.resultColumns.value}</th>
              <th className={classes.interval}>{say.resultColumns.interval}</th>
              <th>
                <VisuallyHidden>{say.resultColumns.bounds}</VisuallyHidden>
              </th>
              <th data-number>{say.resultColumns.n}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, figure]) => (
              <tr key={name}>
                <td>{name}</td>
                <td data-number>
                  <EstimateValue estimate={figure} />
                </td>
                <td className={classes.interval}>
                  <IntervalBar estimate={figure} />
                </td>
                <td className="small number">
                  {figure.low !== null
                    ? say.interval(coefficient(figure.low), coefficient(figure.high))
                    : figure.why_no_interval}
                </td>
                <td data-number>{count(figure.n_units)}</td>
              </tr>
            ))}
            {expert_pairs.map(({ experts, cohen_kappa }) => (
              <tr key={experts.join()}>
                <td>
                  {say.pair(experts)} <span className="small">{say.pairs}</span>
                </td>
                <td data-number>
                  <EstimateValue estimate={cohen_kappa} />
                </td>
                <td className={classes.interval}>
                  <IntervalBar estimate={cohen_kappa} />
                </td>
                <td />
                <td data-number>{count(cohen_kappa.n_units)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  )
}

import { VisuallyHidden } from "@mantine/core"

import type { ChartGroup } from "../../api/runs"
import { Axis } from "../../components/axis"
import { Bounds, EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { WideContent } from "../../components/wide-content"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { groups: ChartGroup[]; note: string }

const say = texts.mainFigures

/** The figures of the headline for every run compared, on one axis with chance and people. */
export function MainFiguresPanel({ groups, note }: Props) {
  return (
    <Panel title={say.title} note={[say.note, note].filter(Boolean).join(" ")} isFlush>
      <WideContent label={say.title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.columns.source}</th>
              <th className={classes.interval}>
                <VisuallyHidden>{say.columns.drawn}</VisuallyHidden>
                <Axis bars={[0.5, 1]} />
              </th>
              <th data-number>{say.columns.value}</th>
              <th>{say.columns.interval}</th>
              <th data-number>{say.columns.n}</th>
            </tr>
          </thead>
          {groups.map(({ name, mark, mark_name, lines }) => (
            <tbody key={name}>
              <tr>
                <th scope="rowgroup" colSpan={5}>
                  {name} {mark_name && <span className="small">{say.tick(mark_name)}</span>}
                </th>
              </tr>
              {lines.map((line) => (
                <tr key={line.name} data-kind={line.kind}>
                  <td className={classes.arm}>{line.name}</td>
                  <td className={classes.interval}>
                    <IntervalBar estimate={line.estimate} bars={mark === null ? [] : [mark]} />
                  </td>
                  <td data-number>
                    <EstimateValue estimate={line.estimate} />
                  </td>
                  <td className="small number">
                    <Bounds estimate={line.estimate} />
                  </td>
                  <td data-number>{count(line.estimate.n_units)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </WideContent>
    </Panel>
  )
}

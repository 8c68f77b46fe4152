import type { Estimates } from "../../api/runs"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { coefficient, count } from "../../components/numbers"
import { Panel } from "../../components/panel"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { vad: Record<string, Estimates> }

/** Predicted against rated valence, arousal and dominance of each channel. */
export function VadPanel({ vad }: Props) {
  const say = texts.detection
  return (
    <Panel title={say.vad} note={say.vadNote} isFlush>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{say.vadColumns.scale}</th>
            <th data-number>{say.vadColumns.ccc}</th>
            <th className={classes.narrow}>{say.vadColumns.interval}</th>
            <th data-number>{say.vadColumns.pearson}</th>
            <th data-number>{say.vadColumns.rmse}</th>
            <th data-number>{say.vadColumns.n}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(vad).map(([name, { ccc, pearson, rmse }]) => (
            <tr key={name}>
              <td>{say.vadScale(name)}</td>
              <td data-number>{ccc && <EstimateValue estimate={ccc} />}</td>
              <td className={classes.narrow}>{ccc && <IntervalBar estimate={ccc} from={-1} bars={[0]} />}</td>
              <td data-number>{coefficient(pearson?.value)}</td>
              <td data-number>{coefficient(rmse?.value)}</td>
              <td data-number>{ccc && count(ccc.n_units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

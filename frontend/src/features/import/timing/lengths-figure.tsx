import { count, mediaTime } from "../../../components/numbers"
import type { DraftTurn, Facts } from "../queries"
import { typicalLengths } from "./fit"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = { turns: DraftTurn[]; lengths: Facts["lengths"] }

/** A histogram of the turns' lengths that is a table too: each bar stands beside its bounds and its figure. */
export function LengthsFigure({ turns, lengths }: Props) {
  const typical = typicalLengths(turns)
  const most = Math.max(1, ...lengths.map(({ n }) => n))
  return (
    <div className={classes.lengths}>
      <h3>{texts.lengths}</h3>
      {typical === null ? (
        <p className="small">{texts.noLengths}</p>
      ) : (
        <>
          <p className="small">{texts.lengthsIn(mediaTime(typical.medianMs), mediaTime(typical.longestMs))}</p>
          <table aria-label={texts.lengths}>
            <tbody>
              {lengths.map(({ from_ms, until_ms, n }) => (
                <tr key={from_ms}>
                  <th scope="row">{texts.bar(from_ms, until_ms)}</th>
                  <td className={classes.barCell}>
                    <span aria-hidden className={classes.bar} style={{ width: `${(n / most) * 100}%` }} />
                  </td>
                  <td className={classes.barFigure}>{count(n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  )
}

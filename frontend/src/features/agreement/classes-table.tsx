import type { ClassAgreement } from "../../api/agreement"
import { EstimateValue, IntervalBar } from "../../components/estimate-cell"
import { LevelChip } from "../../components/level-chip"
import { percent } from "../../components/numbers"
import css from "./agreement.module.css"
import { texts } from "./texts"

type Props = { classes: ClassAgreement[] }

/** Specific agreement of each answer, which a rare answer cannot hide behind a common one. */
export function ClassesTable({ classes }: Props) {
  const say = texts.construct
  return (
    <table className={css.table} aria-label={say.classes}>
      <thead>
        <tr>
          <th>{say.level}</th>
          <th data-number>{say.specific}</th>
          <th className={css.interval}>{texts.columns.interval}</th>
          <th data-number>{say.share}</th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ level, label, specific_agreement, share }) => (
          <tr key={level}>
            <td>
              <LevelChip level={level} label={label} />
            </td>
            <td data-number>
              <EstimateValue estimate={specific_agreement} />
            </td>
            <td className={css.interval}>
              <IntervalBar estimate={specific_agreement} />
            </td>
            <td data-number>{percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { ReviewItem } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = { codebook: Codebook; votes: NonNullable<ReviewItem["votes"]> }

/** What each rater said, question by question. */
export function VotesTable({ codebook, votes }: Props) {
  const asked = codebook.constructs.filter(({ key }) => votes.some(({ scores }) => scores[key] !== undefined))
  return (
    <div className={classes.scroll}>
      <table className={classes.votes} aria-label={texts.votes}>
        <thead>
          <tr>
            <td>{texts.votes}</td>
            {votes.map(({ rater }) => (
              <th key={rater} scope="col">
                {rater}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {asked.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {votes.map(({ rater, scores }) => (
                <td key={rater}>
                  {scores[key] === undefined ? (
                    "–"
                  ) : (
                    <LevelChip level={scores[key]} label={levelLabel(codebook, key, scores[key])} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import type { ReviewItem } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook, Construct } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import { NotesOfRaters } from "../../components/rater-notes"
import { WideContent } from "../../components/wide-content"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Votes = NonNullable<ReviewItem["votes"]>
type Props = { codebook: Codebook; votes: Votes }

/** What each rater said, question by question, and who could not judge. */
export function VotesTable({ codebook, votes }: Props) {
  const asked = codebook.constructs.filter(({ key }) =>
    votes.some(({ scores, cannot_judge }) => (scores[key] ?? cannot_judge[key]) !== undefined),
  )
  const reasons = votes.flatMap(({ rater, cannot_judge }) =>
    [...new Set(Object.values(cannot_judge))].map((why) => texts.cannotJudge(rater, why)),
  )
  return (
    <WideContent label={texts.votes}>
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
          {asked.map((construct) => (
            <tr key={construct.key}>
              <th scope="row">{construct.label}</th>
              {votes.map((vote) => (
                <td key={vote.rater}>{cellOf(codebook, construct, vote)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {reasons.map((reason) => (
        <p key={reason} className="small">
          {reason}
        </p>
      ))}
      <NotesOfRaters notes={votes.flatMap(({ notes }) => notes)} />
    </WideContent>
  )
}

/** An answer, or why there is none; a dash where the rater was not given the pass that asks it. */
function cellOf(codebook: Codebook, { key, asked_when }: Construct, { scores, cannot_judge }: Votes[number]) {
  const answer = scores[key]
  if (answer !== undefined) return <LevelChip level={answer} label={levelLabel(codebook, key, answer)} />
  if (cannot_judge[key] !== undefined) return <span className="small">{texts.cannotJudgeShort}</span>
  const isNotAsked = Object.keys(asked_when ?? {}).some((other) => scores[other] !== undefined)
  return isNotAsked ? <span className="small">{texts.notAsked}</span> : "–"
}

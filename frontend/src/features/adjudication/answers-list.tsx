import type { Answer } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import classes from "./adjudication.module.css"

type Props = { codebook: Codebook; answers: Record<string, Answer> }

/** Answers by question, in the codebook's order. */
export function AnswersList({ codebook, answers }: Props) {
  return (
    <dl className={classes.answers}>
      {codebook.constructs.map(({ key, label }) => {
        const answer = answers[key]
        return (
          answer !== undefined && (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <LevelChip level={String(answer)} label={levelLabel(codebook, key, answer)} />
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

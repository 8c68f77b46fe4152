import type { Answer } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook, Construct } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import classes from "./adjudication.module.css"
import { HowFound } from "./how-found"

type Props = { codebook: Codebook; answers: Record<string, Answer> }

/** Answers by question, in the codebook's order, without those that other answers make pointless. */
export function AnswersList({ codebook, answers }: Props) {
  const hasMeans = Object.values(answers).some((answer) => typeof answer === "number")
  return (
    <>
      <dl className={classes.answers}>
        {codebook.constructs.map(({ key, label, asked_when }) => {
          const answer = answers[key]
          return (
            answer !== undefined &&
            isAsked(asked_when, answers) && (
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
      {hasMeans && <HowFound />}
    </>
  )
}

/** Where words and face agree, there is no direction, even if a single rater gave one. */
const isAsked = (askedWhen: Construct["asked_when"], answers: Record<string, Answer>): boolean =>
  Object.entries(askedWhen ?? {}).every(([key, levels]) => levels.includes(String(answers[key])))

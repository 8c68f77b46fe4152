import type { Verdict } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = { codebook: Codebook; verdict: Verdict }

/** One's own verdict, as it counts now. */
export function VerdictView({ codebook, verdict: { kind, labels, comment, number, is_blind } }: Props) {
  const say = texts.review
  return (
    <div className={classes.verdict} role="status">
      <strong>{kind === "labels" ? say.yours : say.youSay(say.kinds[kind])}</strong>
      {number > 1 && !is_blind && <span className="small"> {say.changedAfter}</span>}
      {labels.length > 0 && (
        <dl className={classes.answers}>
          {codebook.constructs.map(({ key, label }) => {
            const own = labels.find(({ construct }) => construct === key)
            return (
              own && (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <LevelChip level={String(own.value)} label={levelLabel(codebook, key, own.value)} />
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      )}
      {comment && <p className={classes.quote}>{comment}</p>}
    </div>
  )
}

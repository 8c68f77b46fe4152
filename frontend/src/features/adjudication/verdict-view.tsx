import type { Verdict } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook } from "../../api/types"
import classes from "./adjudication.module.css"
import { texts } from "./texts"

type Props = { codebook: Codebook; verdict: Verdict }

/** One's own verdict, as it stands. */
export function VerdictView({ codebook, verdict: { agrees, kind, construct, value, comment } }: Props) {
  const say = texts.review
  return (
    <div className={classes.verdict} role="status">
      <strong>{agrees || !kind ? say.youAgree : say.youDisagree(say.kinds[kind])}</strong>
      {construct && value !== null && <p>{say.youSay(levelLabel(codebook, construct, value))}</p>}
      {comment && <p className={classes.quote}>{comment}</p>}
    </div>
  )
}

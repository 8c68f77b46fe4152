import { UnstyledButton } from "@mantine/core"
import { useState } from "react"

import { urlOf } from "../../api/client"
import { levelLabel } from "../../api/codebook"
import type { Prediction } from "../../api/runs"
import type { Codebook } from "../../api/types"
import { Clip } from "../../components/clip"
import { LevelChip } from "../../components/level-chip"
import { coefficient, percent } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { REPLY_METRICS } from "./reply-metrics"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = {
  prediction: Prediction
  codebook: Codebook | undefined
  /** Engineers work without the recordings. */
  mayWatch: boolean
}

const say = texts.predictions

/** One held-out turn: what the client said, both labels, both replies, and what the model's reply scores. */
export function PredictionView({ prediction, codebook, mayWatch }: Props) {
  const { turn, session, probabilities, predicted, gold, reply, reference, scores, why_withheld } = prediction
  const label = (level: string) => levelLabel(codebook, "incongruence", level)
  return (
    <Panel title={say.turn(session.key, turn.position)} actions={mayWatch && <ClipToggle prediction={prediction} />}>
      <div className={classes.prediction}>
        <div className={classes.labels}>
          <span className="small">{say.model}</span> <LevelChip level={predicted} label={label(predicted)} />
          <span className="small">{say.people}</span> <LevelChip level={gold} label={label(gold)} />
          <span className="small number" title={say.probabilities}>
            {Object.entries(probabilities)
              .map(([level, share]) => `${label(level)} ${percent(share)}`)
              .join(" · ")}
          </span>
        </div>
        {why_withheld ? (
          <p>{why_withheld}</p>
        ) : (
          <>
            <Said who={say.client} words={turn.text} />
            <div className={classes.two}>
              <Said who={say.reply} words={reply} none={say.noReply} />
              <Said who={say.reference} words={reference} none={say.noReference} />
            </div>
          </>
        )}
        <dl className={classes.scores} aria-label={say.scores}>
          {REPLY_METRICS.filter((metric) => metric in scores).map((metric) => (
            <div key={metric}>
              <dt className="small">{texts.replies.metrics[metric]}</dt>
              <dd>{coefficient(scores[metric])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function Said({ who, words, none }: { who: string; words: string; none?: string }) {
  return (
    <div>
      <span className="small">{who}</span>
      <p className={classes.words}>{words || <span className="small">{none}</span>}</p>
    </div>
  )
}

function ClipToggle({ prediction: { turn, clip, session } }: { prediction: Prediction }) {
  const [isShown, setIsShown] = useState(false)
  if (!isShown) {
    return (
      <UnstyledButton className={classes.link} onClick={() => setIsShown(true)}>
        {say.showClip}
      </UnstyledButton>
    )
  }
  return (
    <div className={classes.smallClip}>
      <Clip src={urlOf(`sessions/${session.id}/video/`)} clip={clip} label={say.clip(session.key, turn.position)} />
    </div>
  )
}

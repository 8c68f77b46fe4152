import { useQuery } from "@tanstack/react-query"

import type { Disagreement, GoldLabel } from "../../api/adjudication"
import { levelLabel } from "../../api/codebook"
import type { Codebook } from "../../api/types"
import { LevelChip } from "../../components/level-chip"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { RaterNotes } from "../../components/rater-notes"
import classes from "./adjudication.module.css"
import { DecisionForm, type Settled } from "./decision-form"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"
import { TurnContext } from "./turn-context"

const say = texts.queue

type Props = { slug: string; disagreement: Disagreement; codebook: Codebook; onSettled: Settled }

/** Clip and votes side by side, what experts said, and the decision. */
export function DisagreementView({ slug, disagreement, codebook, onSettled }: Props) {
  const {
    turn,
    clip,
    session,
    context,
    construct: key,
    construct_label,
    votes,
    verdicts,
    consensus,
    gold,
  } = disagreement
  const { why, why_not_play, why_not_label } = disagreement
  const construct = codebook.constructs.find((each) => each.key === key)
  const answer = consensus === null ? "" : levelLabel(codebook, key, consensus)
  const nVotes = votes.filter(({ value }) => value !== null).length
  const raters = why.includes("far_apart")
    ? say.farApart(answer)
    : consensus !== null
      ? say.majorityIs(answer, nVotes)
      : nVotes > 1
        ? say.tied
        : say.noAnswer
  return (
    <div className={classes.work}>
      <Panel title={texts.turn(session.key, turn.position)}>
        <TurnContext turn={turn} clip={clip} session={session} context={context} whyNotPlay={why_not_play} />
      </Panel>
      <Panel title={construct_label} note={construct?.question}>
        <div className={classes.stack}>
          <dl className={classes.answers} aria-label={texts.votes}>
            {votes.map(({ rater, value, notes }) => (
              <div key={rater}>
                <dt>{rater}</dt>
                <dd>
                  {value === null ? (
                    <span className="small">{texts.cannotJudge(rater, notes?.cannot_judge ?? "")}</span>
                  ) : (
                    <LevelChip level={value} label={levelLabel(codebook, key, value)} />
                  )}
                </dd>
                {notes && (
                  <dd className={classes.noted}>
                    <RaterNotes notes={notes} />
                  </dd>
                )}
              </div>
            ))}
          </dl>
          <p className="small">{raters}</p>
          {verdicts.map(({ expert, kind, value, comment, is_blind, given_at }) => (
            <div key={`${expert} ${given_at}`} className={classes.verdict}>
              <strong>
                {say.verdict(expert, value === null ? texts.review.kinds[kind] : levelLabel(codebook, key, value))}
              </strong>{" "}
              {!is_blind && <span className="small">{say.notBlind}</span>}
              {comment && <p className={classes.quote}>{comment}</p>}
            </div>
          ))}
          {gold && (
            <div className={classes.verdict}>
              <Decision label={gold} codebook={codebook} />
              <History turnId={turn.id} construct={key} codebook={codebook} />
            </div>
          )}
          {why_not_label && <p role="status">{why_not_label}</p>}
          {construct && !why_not_label && (
            <DecisionForm slug={slug} disagreement={disagreement} construct={construct} onSettled={onSettled} />
          )}
        </div>
      </Panel>
    </div>
  )
}

function Decision({ label, codebook }: { label: GoldLabel; codebook: Codebook }) {
  const { construct, value, origin, n_raters, reason, decided_by, decided_at } = label
  return (
    <>
      {value !== null && <LevelChip level={String(value)} label={levelLabel(codebook, construct, value)} />}{" "}
      <span className="small">
        {say.origins[origin]} {n_raters !== null && `${say.onRaters(n_raters)} `}
        {say.decided(decided_by, dateTime(decided_at))}
      </span>
      {reason && <p className={classes.quote}>{reason}</p>}
    </>
  )
}

/** Every label this answer has had, newest first; nothing is ever overwritten. */
function History({ turnId, construct, codebook }: { turnId: string; construct: string; codebook: Codebook }) {
  const history = useQuery(disagreementQueries.history(turnId, construct)).data
  if (!history || history.length < 2) return null
  return (
    <details>
      <summary className="small">{say.history}</summary>
      <ol className={classes.history}>
        {history.map((label) => (
          <li key={label.decided_at}>
            <Decision label={label} codebook={codebook} />
          </li>
        ))}
      </ol>
    </details>
  )
}

import type { Annotation, Construct, ScoreValue } from "../../../api/types"
import type { Change } from "../queue/change"

export const NOTHING_RECORDED: Annotation = {
  version: 0,
  scores: {},
  cannot_judge: null,
  is_complete: false,
  updated_at: null,
  turn_revision: null,
}

/** Whether the other answers call for this question. */
export const isAsked = ({ asked_when }: Construct, scores: Annotation["scores"]): boolean =>
  Object.entries(asked_when ?? {}).every(([key, values]) => values.includes(String(scores[key] ?? "")))

/** What the screen shows: the server's word with the changes it does not have yet, by the server's own rules. */
export function withPending(annotation: Annotation, pending: Change[], constructs: Construct[]): Annotation {
  const shown = pending.reduce(
    (before, change) => applied(before, change.construct, change.value, constructs),
    annotation,
  )
  return { ...shown, is_complete: isComplete(shown, constructs) }
}

/** Questions that have to be answered and are not. */
export const openQuestions = ({ scores, cannot_judge }: Annotation, constructs: Construct[]): Construct[] =>
  cannot_judge
    ? []
    : constructs.filter(
        (construct) => construct.is_required && isAsked(construct, scores) && (scores[construct.key] ?? null) === null,
      )

const isComplete = (annotation: Annotation, constructs: Construct[]): boolean =>
  openQuestions(annotation, constructs).length === 0

function applied(before: Annotation, key: string, value: ScoreValue, constructs: Construct[]): Annotation {
  if (key === "cannot_judge") return { ...before, cannot_judge: typeof value === "string" ? value || null : null }
  const scores = { ...before.scores }
  if (value === null) delete scores[key]
  else scores[key] = value
  // Answers that are no longer asked for go with the answer that asked for them.
  for (const construct of constructs) {
    if (construct.key in scores && !isAsked(construct, scores)) delete scores[construct.key]
  }
  return { ...before, scores }
}

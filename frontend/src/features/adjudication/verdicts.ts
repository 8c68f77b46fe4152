/** What an expert can say of a turn by themselves, so that the form offers nothing that would be refused. */
import type { Answer, VerdictGiven, VerdictKind } from "../../api/adjudication"
import type { Codebook, Construct, Level } from "../../api/types"

export const INCONGRUENCE = "incongruence"

/** A verdict that is being put together: the chosen level of each question, by their keys. */
export type Draft = { kind: VerdictKind; levels: Record<string, string>; comment: string }

export const NOTHING_SAID: Draft = { kind: "labels", levels: {}, comment: "" }

/** The questions that the raters' consensus is about and that the answers so far call for, in their order. */
export function askedOf({ constructs }: Codebook, levels: Record<string, string>): Construct[] {
  return constructs.filter(
    (construct) =>
      construct.levels.length > 0 &&
      construct.is_required &&
      construct.passes.length > 0 &&
      Object.entries(construct.asked_when ?? {}).every(([key, wanted]) => wanted.includes(levels[key] ?? "")),
  )
}

/** The next question with words for answers, which the digits answer; numbers on scales are a choice of the expert's. */
export const nextOf = (codebook: Codebook, levels: Record<string, string>): Construct | undefined =>
  askedOf(codebook, levels).find(({ key, scale }) => scale === "nominal" && levels[key] === undefined)

/** Whether it can be saved: incongruence is answered, or it is said why nothing is. */
export const isComplete = ({ kind, levels }: Draft): boolean => kind !== "labels" || levels[INCONGRUENCE] !== undefined

/** The verdict as the server takes it; answers that others no longer call for stay behind. */
export function verdictOf(codebook: Codebook, { kind, levels, comment }: Draft, corrects: number | null): VerdictGiven {
  const labels: Record<string, Answer> = {}
  for (const construct of kind === "labels" ? askedOf(codebook, levels) : []) {
    const level = construct.levels.find(({ key }) => key === levels[construct.key])
    if (level) labels[construct.key] = answerOf(construct, level)
  }
  return { kind, labels, comment: comment.trim(), corrects }
}

/** What the server calls the answer: a level's key on a nominal scale, its number on others. */
export const answerOf = ({ scale }: Construct, { key, value }: Level): Answer => (scale === "nominal" ? key : value)

/** A verdict that was given, to be changed. */
export function draftOf(
  codebook: Codebook,
  verdict: { kind: VerdictKind; labels: { construct: string; value: Answer }[]; comment: string },
): Draft {
  const levels: Record<string, string> = {}
  for (const { construct: key, value } of verdict.labels) {
    const construct = codebook.constructs.find((each) => each.key === key)
    const level = construct?.levels.find((each) => answerOf(construct, each) === value)
    if (level) levels[key] = level.key
  }
  return { kind: verdict.kind, levels, comment: verdict.comment }
}

/** What an expert who disagrees can choose, so that the form offers nothing that would be refused. */
import type { Answer, VerdictKind } from "../../api/adjudication"
import type { Codebook, Construct, Level } from "../../api/types"

export const INCONGRUENCE = "incongruence"
const CONGRUENT = "none"
const WITHOUT_VALUE: VerdictKind[] = ["turn_boundary", "cannot_judge"]

export type Consensus = Record<string, Answer>

/** The kinds of disagreement that fit a consensus: where words and face agree, there is no subtype to dispute. */
export function kindsFor(consensus: Consensus, codebook: Codebook): VerdictKind[] {
  const offered: VerdictKind[] = ["presence", "subtype", "engagement", "vad", "turn_boundary", "cannot_judge"]
  return offered.filter(
    (kind) =>
      WITHOUT_VALUE.includes(kind) ||
      constructsFor(kind, codebook).some((construct) => levelsFor(kind, construct, consensus).length > 0),
  )
}

/** The questions that a kind of disagreement can be about. */
export function constructsFor(kind: VerdictKind, codebook: Codebook): Construct[] {
  const { constructs } = codebook
  switch (kind) {
    case "engagement":
      return constructs.filter(({ key }) => key === "engagement")
    case "vad":
      return constructs.filter(({ scale }) => scale === "interval")
    default:
      return constructs.filter(({ key }) => key === INCONGRUENCE)
  }
}

/** The answers that differ from the consensus in the way the kind says; none for a kind that has no value. */
export function levelsFor(kind: VerdictKind, construct: Construct, consensus: Consensus): Level[] {
  const given = consensus[construct.key]
  if (WITHOUT_VALUE.includes(kind) || given === undefined) return []
  const others = construct.levels.filter((level) => answerOf(construct, level) !== given)
  if (construct.key !== INCONGRUENCE) return others
  const isPresent = given !== CONGRUENT
  return others.filter(({ key }) => (kind === "presence") === ((key !== CONGRUENT) !== isPresent))
}

/** What the server calls the answer: a level's key on a nominal scale, its number on others. */
export const answerOf = ({ scale }: Construct, { key, value }: Level): Answer => (scale === "nominal" ? key : value)

/** What the server answers about expert review, disagreements and gold labels. */
import type { Schemas } from "./types"

/** What an expert can disagree about. */
export type VerdictKind = Schemas["VerdictKind"]
export type Verdict = Schemas["VerdictOutput"]
export type VerdictGiven = Schemas["VerdictInputRequest"]

export type ReviewOutcome = Schemas["OutcomeOutput"]
export type ReviewSample = Schemas["ReviewSampleOutput"]

/** A client turn with its place in the recording. */
export type SpokenTurn = Schemas["SpokenTurnOutput"]
export type Line = Schemas["ContextLineOutput"]
export type ReviewItem = Schemas["ReviewItemOutput"]

export type GoldLabel = Schemas["GoldLabelOutput"]
export type Disagreement = Schemas["DisputeOutput"]
/** A level's key or number. */
export type Answer = NonNullable<GoldLabel["value"]>

/** What the server answers about the agreement of the raters. */
import type { Schemas } from "./types"

export type Reading = Schemas["ReadingEnum"]
export type ConstructAgreement = Schemas["ConstructAgreementOutput"]
export type Begun = Schemas["BegunOutput"]
export type Agreement = Schemas["OverviewOutput"]
export type ClassAgreement = Schemas["ClassAgreementOutput"]
export type Confusion = Schemas["ConfusionOutput"]
export type RaterPairs = Schemas["PairsOutput"]
export type Vote = Schemas["RaterVoteOutput"]
export type DisputedTurn = Schemas["DisputedTurnOutput"]
export type ConstructDetail = Schemas["DetailOutput"]
export type ConsensusCounts = Schemas["ConsensusOutput"]

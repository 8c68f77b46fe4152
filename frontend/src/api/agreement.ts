/** What the server answers about the agreement of the raters. */
import type { Schemas } from "./types"

export type Reading = Schemas["ReadingEnum"]
export type ConstructAgreement = Schemas["ConstructAgreementOutput"]
export type Begun = Schemas["BegunOutput"]
export type Agreement = Schemas["OverviewFigures"]
/** The figures as they were last computed, and what goes on about them. */
export type KeptAgreement = Schemas["AgreementOutput"]
export type KeptConstruct = Schemas["ConstructDetailOutput"]
export type ClassAgreement = Schemas["ClassAgreementOutput"]
export type Confusion = Schemas["ConfusionOutput"]
export type PairAgreement = Schemas["PairAgreementOutput"]
export type RaterPairs = Schemas["PairsOutput"]
export type DisputedTurn = Schemas["DisputedTurnOutput"]
export type ConstructDetail = Schemas["DetailOutput"]
export type ConsensusCounts = Schemas["ConsensusOutput"]

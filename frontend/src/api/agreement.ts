/** What the server answers about the agreement of the raters. */
import type { Estimate, PassKind, Scale } from "./types"

export type Reading =
  "undefined" | "no interval" | "low" | "tentative" | "reliable" | "poor" | "moderate" | "good" | "excellent"

export type ConstructAgreement = {
  key: string
  label: string
  scale: Scale
  /** The name of the main figure: `alpha`, `icc_a_1`. */
  coefficient: string
  main: Estimate
  beside: Record<string, Estimate>
  /** Where readings change. */
  bars: number[]
  /** The lower bound in a word. */
  reading: Reading
}
export type Agreement = {
  as_of: string
  pass: PassKind
  n_sessions: number
  n_turns: number
  n_raters: number
  raters: string[]
  headline: string
  text: string
  seed: number
  bootstrap: number
  constructs: ConstructAgreement[]
}

export type ClassAgreement = { level: string; label: string; specific_agreement: Estimate; share: number | null }
export type Confusion = { levels: string[]; counts: number[][] }
export type RaterPairs = { coefficient: string; raters: string[]; matrix: (number | null)[][] }
export type Vote = { rater: string; value: string }
export type DisputedTurn = {
  turn: string
  session_id: number
  session_key: string
  position: number
  start_ms: number | null
  end_ms: number | null
  text: string
  votes: Vote[]
  disagreement: number
}
export type ConstructDetail = ConstructAgreement & {
  estimates: Record<string, Estimate>
  per_class: ClassAgreement[]
  confusion: Confusion | null
  pairs: RaterPairs | null
  worst: DisputedTurn[]
  subtype_agreement: Estimate | null
  cannot_judge_share: number | null
}
export type ConsensusCounts = { n_turns: number; n_labels: number; n_ties: number; computed_at: string | null }

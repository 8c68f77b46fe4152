/** What the server answers about expert review, disagreements and gold labels. */
import type { Estimate, SpeakerRole } from "./types"

/** A level's key or number. */
export type Answer = string | number

/** What an expert can disagree about. */
export type VerdictKind = "presence" | "subtype" | "engagement" | "vad" | "turn_boundary" | "cannot_judge"
export type Verdict = {
  expert: string
  agrees: boolean
  kind: VerdictKind | ""
  construct: string | null
  value: Answer | null
  comment: string
  given_at: string
}
export type VerdictGiven = {
  agrees: boolean
  kind?: VerdictKind
  construct?: string
  value?: Answer
  comment?: string
}

export type ReviewOutcome = {
  n: number
  agree: number
  estimate: Estimate
  wilson: [number, number] | null
  presence_estimate: Estimate
  by_kind: Partial<Record<VerdictKind, number>>
  expert_pairs: { experts: [string, string]; cohen_kappa: Estimate }[]
}
export type ReviewSample = {
  id: number
  number: number
  size: number
  drawn_from: number
  seed: number
  drawn_at: string
  drawn_by: string | null
  progress: { expert: string; done: number }[]
  my_done: number
  /** For leads, once a verdict is in. */
  result: ReviewOutcome | null
}

/** A client turn with its place in the recording. */
export type SpokenTurn = { id: string; position: number; text: string; start_ms: number | null; end_ms: number | null }
export type Line = { role: SpeakerRole; text: string }
export type ReviewItem = {
  id: number
  position: number
  turn: SpokenTurn
  session: { id: number; key: string }
  context: Line[]
  consensus: Record<string, Answer>
  my_verdict: Verdict | null
  /** Null until one's own verdict is in. */
  votes: { rater: string; scores: Record<string, string> }[] | null
}

export type GoldLabel = {
  construct: string
  value: Answer | null
  origin: "consensus" | "decision"
  reason: string
  decided_by: string
  decided_at: string
  is_current: boolean
}
export type Disagreement = {
  turn: SpokenTurn
  session: { id: number; key: string }
  context: Line[]
  construct: string
  construct_label: string
  why: ("tie" | "expert")[]
  is_open: boolean
  votes: { rater: string; value: string }[]
  verdicts: Verdict[]
  consensus: Answer | null
  gold: GoldLabel | null
}

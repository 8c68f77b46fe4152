/** What the server answers about training runs, their figures and predictions. */
import type { SpokenTurn } from "./adjudication"
import type { Estimate } from "./types"

export type RunState =
  "queued" | "preflight" | "running" | "evaluating" | "succeeded" | "failed" | "cancelled" | "interrupted"
/** What the model is given: both channels, the words alone, or the picture alone. */
export type Ablation = "none" | "no_vision" | "no_words"
export type Estimates = Record<string, Estimate>

export type Preflight = {
  faults: string[]
  warnings: string[]
  counts: { turns?: number; train?: number; holdout?: number; sessions?: number; without_frame?: number }
  /** For each way to weigh samples, why this release cannot be weighed so, or null. */
  weightings: Record<string, string | null>
  device: string
  /** Seconds a run; null before the first. */
  estimate_s: number | null
}

export type Run = {
  id: number
  number: number
  name: string
  group: string
  /** The release's number. */
  release: number
  state: RunState
  /** 0 to 1. */
  progress: number
  step: string
  job: string | null
  error: string
  created_at: string
  finished_at: string | null
  headline: { auroc: Estimate | null; macro_f1: Estimate | null; pct_composite: Estimate | null }
}

/** Why figures are not there. */
export type Undefined = { why_undefined: string }
/** Turns whose score fell in one stretch; of a calibrated score, mean and share are equal. */
export type ReliabilityBin = { n_units: number; mean_score: number; share_positive: number }
export type DetectionFigures = {
  scored: string
  threshold: number
  threshold_chosen_on: string
  estimates: Estimates
  reliability: ReliabilityBin[]
  types: { levels: string[]; estimates: Estimates; confusion: number[][] }
  majority_class: { level: string; estimates: Estimates }
}
export type Guards = {
  /** By alteration, then score: the share of pairs in which the real reply scores higher. */
  real_beats: Record<string, Estimates>
  /** Mean scores of random real replies. */
  mimicry_ceiling: Estimates
  training_overlap: Estimate
  appraisals: Estimate
}
export type ReplyFigures = { n_replies: number; n_empty: number; means: Estimates; guards: Guards }
export type Evaluation = {
  holdout: { sessions: string[]; turns: number; without_label: number; without_frame: number }
  detection: DetectionFigures | Undefined
  /** By scale, as `valence_face`: `ccc`, `pearson`, `rmse`. */
  vad: Record<string, Estimates>
  replies: { model: ReplyFigures | Undefined; reference: ReplyFigures | Undefined }
}
export type GroupRun = { id: number; number: number; name: string; state: RunState; detection: Estimates }
export type EmpathyDimension = {
  name: string
  available: boolean
  why_not: string
  /** From 1, very poor, to 5, very good. */
  estimate: Estimate | null
  /** Of the judge, against people, on dialogues it was not fitted on. */
  cross_validated_spearman: Estimate | null
  /** The rated behaviour that stands for the dimension. */
  proxy_of: string | null
}
export type RunRecord = {
  seed?: number
  release?: { content_hash: string }
  base?: Record<string, unknown>
  code?: { commit: string | null; clean: boolean | null }
  packages?: Record<string, string>
  device?: string
  training?: {
    samples: number
    tokens: number
    wall_time_s: number
    peak_memory_mb: number
    trainable_weights: number
    adapter_sha256: string
  }
}
export type RunDetail = Run & {
  config: { family: string; ablation: Ablation; seed: number; epochs: number; weighting: string }
  log_tail: string
  loss: { step: number; loss: number }[]
  device: string | null
  record: RunRecord | null
  evaluation: Evaluation | null
  group_runs: GroupRun[]
  reply_means: Estimates
  /** One rater against the others on the same turns, by the names of `detection`. */
  human_ceiling: Estimates
  sense7: { dimensions: EmpathyDimension[] }
  has_adapter: boolean
}

export type Prediction = {
  turn: SpokenTurn
  session: { id: number; key: string }
  /** By level of incongruence. */
  probabilities: Record<string, number>
  predicted: string
  gold: string
  reply: string
  reference: string
  scores: Record<string, number | null>
}

export const isOver = ({ state }: { state: RunState }): boolean =>
  !["queued", "preflight", "running", "evaluating"].includes(state)

export const isDefined = <T extends object>(figures: T | Undefined): figures is T => !("why_undefined" in figures)

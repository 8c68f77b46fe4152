/** What the server answers about releases: frozen, numbered sets of gold labels. */
export type ReleaseState = "freezing" | "frozen" | "approved" | "failed"
export type Split = "train" | "holdout"

export type ReleasePlan = {
  n_turns: number
  n_train: number
  n_holdout: number
  train_sessions: string[]
  holdout_sessions: string[]
  excluded: { reason: string; n: number }[]
  classes: Record<Split, Record<string, number>>
  disagreements_open: number
  /** They forbid the release. */
  faults: string[]
  /** They are for the lead to weigh. */
  warnings: string[]
}

export type ReleaseCounts = {
  turns: number
  train: number
  holdout: number
  sessions: number
  persons: number
  with_frame: number
  without_frame: number
  incongruence: Record<string, Record<Split, number>>
  excluded: Record<string, number>
}
export type Manifest = {
  format: string
  study: string
  number: number
  frozen_at: string
  frozen_by: string | null
  codebook: { name: string; version: number }
  frame_rule: { name: string; version: number | string } | null
  splits: Record<Split, string[]>
  split_by: string
  seed: number
  holdout_share: number
  counts: ReleaseCounts
  consent: { scopes: string[]; persons: number }
  files: { path: string; sha256: string; bytes: number }[]
}
export type Release = {
  id: number
  number: number
  state: ReleaseState
  note: string
  seed: number
  holdout_share: number
  frozen_by: string | null
  frozen_at: string
  content_hash: string
  manifest: Manifest | null
  approval: { by: string; role: string; is_alone: boolean; at: string } | null
  may_approve: boolean
  why_not_approve: string
  job: string | null
  counts: ReleaseCounts | null
  /** Turns in it of people who no longer consent to training. */
  withdrawn: number
  runs: number
}

/** What the server answers, by the name it has everywhere: a `Turn` is a turn in Python, JSON and on the screen. */

// People and studies
export type Role = "rater" | "expert" | "lead" | "engineer" | "steward" | "appraiser"
export type User = { username: string; name: string; may_create_studies: boolean; is_demo: boolean }
export type Membership = { study: { slug: string; name: string; is_demo: boolean }; roles: Role[] }
export type Me = { user: User | null; memberships: Membership[] }
export type Token = { id: number; label: string; created_at: string; expires_at: string }
export type NewToken = Token & { token: string }

export type StudyCounts = {
  sessions: number
  sessions_ready: number
  client_turns: number
  raters: number
  assignments: number
  assignments_done: number
  annotations_complete: number
  annotations_expected: number
  disagreements_open: number
  releases: number
  releases_approved: number
  runs: number
  runs_succeeded: number
}
/** A study in a list. */
export type StudySummary = {
  slug: string
  name: string
  description: string
  is_demo: boolean
  has_channel_passes: boolean
  raters_per_turn: number
  created_at: string
}
export type Study = Omit<StudySummary, "created_at"> & {
  are_raters_blind: boolean
  engineers_see_frames: boolean
  my_roles: Role[]
  counts: StudyCounts
}
export type Member = { id: number; username: string; name: string; role: Role; rater: string | null }
export type LogEntry = {
  at: string
  actor: string
  action: string
  target_kind: string
  target_id: string
  text: string
}

// Long work
export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled"
export type Job = {
  uuid: string
  kind: string
  title: string
  queue: string
  state: JobState
  /** 0 to 1. */
  progress: number
  step: string
  attempt: number
  log_tail: string
  error: string
  result: unknown
  cancel_requested_at: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

// Corpus
export type SpeakerRole = "client" | "counsellor" | "other"
export type Turn = {
  id: string
  position: number
  role: SpeakerRole
  start_ms: number | null
  end_ms: number | null
  /** Null in the face pass, which withholds the words. */
  text: string | null
}

// Codebook
export type Scale = "nominal" | "ordinal" | "interval" | "text" | "spans"
export type Channel = "" | "words" | "face"
export type PassKind = "together" | "words" | "face"
export type Level = { key: string; value: number; label: string; shortcut: string; definition: string }
export type Construct = {
  key: string
  label: string
  question: string
  scale: Scale
  channel: Channel
  passes: PassKind[]
  is_required: boolean
  asked_when: Record<string, string[]> | null
  low_label: string
  high_label: string
  definition: string
  examples: string[]
  levels: Level[]
}
export type Codebook = { name: string; version: number; constructs: Construct[] }

// Annotations
/** A passage of a turn's text (in code points, `end` exclusive), or a moment or stretch of the recording. */
export type Span = { start: number; end: number } | { at_ms: number } | { start_ms: number; end_ms: number }
/** Nominal: the level's key. Ordinal and interval: the number. Text: a string. Spans: a list. Null: cleared. */
export type ScoreValue = string | number | Span[] | null
export type Annotation = {
  version: number
  scores: Record<string, ScoreValue>
  /** The reason, or null when the turn can be judged. */
  cannot_judge: string | null
  is_complete: boolean
  updated_at: string | null
}
export type Assignment = {
  id: number
  rater: string
  session: { id: number; key: string; title: string; duration_ms: number | null; has_video: boolean }
  pass_kind: PassKind
  n_turns: number
  n_complete: number
  done_at: string | null
  created_at: string
  updated_at: string | null
}
export type Workspace = {
  assignment: Assignment
  study: { slug: string; name: string }
  codebook: Codebook
  session: { id: number; key: string; title: string; client: string }
  media: { video_url: string | null; has_sound: boolean; duration_ms: number | null; why_not: string }
  turns: Turn[]
  annotations: Record<string, Annotation>
}

// Figures
/** A coefficient with its interval, or the reason why there is none. */
export type Estimate = {
  value: number | null
  low: number | null
  high: number | null
  n_units: number
  n_raters: number
  resampled: string
  n_clusters: number
  bootstrap: number
  seed: number
  why_undefined: string | null
  why_no_interval: string | null
}

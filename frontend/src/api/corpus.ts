/** What the server answers about sessions, their recordings, and the people recorded. */
import type { SpeakerRole } from "./types"

export type SessionState = "preparing" | "ready" | "failed"
export type Scope = "view" | "annotate" | "train" | "appraise" | "external" | "publish"

/** A rectangle in fractions of a picture. */
export type Region = { x: number; y: number; w: number; h: number }
export type Remark = { severity: "info" | "warning" | "error"; where: string; message: string }

export type Session = {
  id: number
  number: number
  key: string
  title: string
  state: SessionState
  client: string
  counsellor: string | null
  duration_ms: number | null
  n_turns: number
  n_client_turns: number
  n_frames_missing: number
  has_video: boolean
  /** What everyone recorded in the session agrees to today. */
  consent: { view: boolean; annotate: boolean; train: boolean }
  job: string | null
  created_at: string
}
export type SessionTurn = {
  id: string
  position: number
  speaker: string
  role: SpeakerRole
  start_ms: number | null
  end_ms: number | null
  /** Null where a pass withholds the words. */
  text: string | null
  has_frame: boolean
  /** Why a client turn has no frame. */
  frame_missing: string | null
}
export type Recording = {
  duration_ms: number
  width: number
  height: number
  has_sound: boolean
  client_region: Region | null
  original_name: string
}
export type SessionDetail = Session & {
  turns: SessionTurn[]
  recording: Recording | null
  remarks: Remark[]
  may_play: boolean
  why_not_play: string
}

/** One scope that a person agreed to, with what became of it. */
export type Consent = {
  scope: Scope
  basis: string
  given_at: string
  expires_at: string | null
  withdrawn_at: string | null
}
export type PersonRole = "client" | "counsellor"
/** Somebody recorded, known by a pseudonym that stays the same over sessions. */
export type Person = { id: number; pseudonym: string; role: PersonRole; sessions: string[]; consents: Consent[] }
/** What a form sends when someone agreed to something. `expires_on` is a date, its last day included. */
export type ConsentGiven = { scopes: Scope[]; basis: string; expires_on: string | null }

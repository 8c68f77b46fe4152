/** What the server answers about sessions, their recordings, and the people recorded. */
import type { Schemas } from "./types"

export type SessionState = Schemas["SessionState"]
export type Scope = Schemas["Scope"]
export type OfferedScope = Schemas["OfferedScope"]

/** A rectangle in fractions of a picture. */
export type Region = Schemas["ClientRegion"]
export type Remark = Schemas["RemarkOutput"]

export type Session = Schemas["SessionOutput"]
/** A turn on the session's page. Its text is null where a pass withholds the words. */
export type SessionTurn = Schemas["TurnOutput"]
export type Recording = Schemas["RecordingOutput"]
/** What a second camera recorded, and where it lies on the session's clock. */
export type CounsellorRecording = Schemas["CounsellorRecordingOutput"]
export type SessionDetail = Schemas["SessionDetailOutput"]

/** One scope that a person agreed to, with what became of it. */
export type Consent = Schemas["ConsentOutput"]
export type PersonRole = Schemas["PersonRole"]
/** Somebody recorded, known by a pseudonym that stays the same over sessions. */
export type Person = Schemas["RecordedPersonOutput"]
/** What a form sends when someone agreed to something. `expires_on` is a date, its last day included. */
export type ConsentGiven = Required<Schemas["GivenInputRequest"]>

// Transcripts and their changes
/** The turns as a lead edits them, with the version that a change has to name. */
export type Transcript = Schemas["TranscriptOutput"]
/** The same with how it came to be so. */
export type TranscriptHistory = Schemas["HistoryOutput"]
export type Revision = Schemas["RevisionOutput"]
/** What a new transcript file would do to the turns. */
export type Diff = Schemas["DiffOutput"]
export type DiffStep = Schemas["StepOutput"]
export type DiffKind = DiffStep["kind"]
/** A file that was sent and read, and is nothing yet. */
export type TranscriptDraft = Schemas["DraftOutput"]
/** What a person decides about a new file before it is compared. */
export type DiffChoices = Required<Schemas["ChoicesInputRequest"]>

/** What the server answers, by the name it has everywhere: a `Turn` is a turn in Python, JSON and on the screen. */
import type { components } from "./schema"

export type Schemas = components["schemas"]

// People and studies
export type Role = Schemas["Role"]
export type Membership = Schemas["StudyRoles"]
export type Me = Schemas["MeOutput"]
export type Token = Schemas["TokenOutput"]
export type NewToken = Schemas["NewTokenOutput"]
export type StudyCounts = Schemas["CountsOutput"]
/** A study in a list. */
export type StudySummary = Schemas["StudyOutput"]
export type Study = Schemas["StudyDetailOutput"]
export type Member = Schemas["MemberOutput"]
export type LogEntry = Schemas["EntryOutput"]

// Long work
export type JobState = Schemas["JobState"]
export type Job = Schemas["JobOutput"]

// Corpus
export type SpeakerRole = Schemas["SpeakerRole"]
/** Where a turn plays, or why nothing does. */
export type TurnClip = Schemas["ClipOutput"]
/** A turn in the workspace. Its text is null in the face pass, which withholds the words. */
export type Turn = Schemas["WorkspaceTurn"]

// Codebook
export type Scale = Schemas["Scale"]
export type PassKind = Schemas["PassKind"]
export type Level = Schemas["LevelOutput"]
export type Construct = Schemas["ConstructOutput"]
export type Codebook = Schemas["CodebookOutput"]

// Annotations
/** Nominal: the level's key. Ordinal and interval: the number. Text: a string. Spans: a list. Null: cleared. */
export type ScoreValue = Schemas["ChangeInputRequest"]["value"]
/** A passage of a turn's text (in code points, `end` exclusive), or a moment or stretch of the recording. */
export type Span = Extract<ScoreValue, unknown[]>[number]
export type Annotation = Schemas["AnnotationOutput"]
/** What the server says of a turn whose answers it took or was asked for, and what the transcript is at. */
export type SavedAnnotation = Schemas["SavedOutput"]
export type Assignment = Schemas["AssignmentOutput"]
export type Workspace = Schemas["WorkspaceOutput"]

// Figures
/** A coefficient with its interval, or the reason why there is none. */
export type Estimate = Schemas["EstimateOutput"]

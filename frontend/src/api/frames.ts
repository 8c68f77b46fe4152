/** The pictures that stand for client turns. */
import type { Schemas } from "./types"

export type Frame = Schemas["FrameOutput"]
/** With what people chose in its place. */
export type FrameDetail = Schemas["FrameDetailOutput"]
export type FrameChange = Schemas["FrameChangeOutput"]
export type ContactSheet = Schemas["ContactSheetOutput"]
export type FrameTable = Schemas["FrameTableOutput"]
/** The faces on screen at a moment, each with what would be the client's region were it theirs. */
export type Candidates = Schemas["CandidatesOutput"]

/** What a contact sheet can be narrowed to. */
export const FRAME_KINDS = ["missing", "low_confidence", "by_hand"] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

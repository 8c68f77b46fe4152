import type { Frame } from "../../api/frames"
import { texts } from "./texts"

type Faced = Pick<Frame, "face_box" | "detector" | "confidence" | "image">

const REGION = "client_region"
const YUNET = "yunet"

/** Where the face in a frame comes from, and how sure it is, in words; only YuNet's score is one from 0 to 1. */
export function faceWords(frame: Faced & { is_low_confidence?: boolean }): string {
  if (!frame.face_box) return texts.noFace
  if (frame.detector === "by_hand") return texts.faceTold
  if (frame.detector === REGION) return frame.is_low_confidence ? texts.regionAssumed : texts.faceRegion
  const found = frame.is_low_confidence ? texts.faceDoubtful : texts.faceFound
  return frame.detector === YUNET && frame.confidence !== null ? found + texts.score(frame.confidence) : found
}

export const ruleWords = (rule: string): string => texts.rules[rule] ?? rule

/** "turn 12", or which of its pictures where a turn has several. */
export const nameOf = ({ position, number }: Pick<Frame, "position" | "number">, areSeveral: boolean): string =>
  areSeveral ? texts.numbered(position, number) : texts.turn(position)

/** The frame's picture, made anew whenever it is replaced: its address holds what it shows. */
export const imageOf = (frame: Pick<Frame, "image" | "sha256">, size?: "small"): string =>
  `${frame.image}?${size ? "size=small&" : ""}v=${frame.sha256.slice(0, 8)}`

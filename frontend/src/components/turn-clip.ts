/** Where a turn plays, as the server says it: nothing is reckoned from start and end here, so that no page differs. */
import type { TurnClip } from "../api/types"
import { mediaTime } from "./numbers"
import { texts } from "./texts"

/** A stretch of the recording, in milliseconds; the end is exclusive. */
export type Stretch = { from_ms: number; until_ms: number }
type WithClip = { clip: TurnClip }
export type WithStretch = { clip: TurnClip & Stretch }

export const hasStretch = <T extends WithClip>(turn: T): turn is T & WithStretch =>
  turn.clip.from_ms !== null && turn.clip.until_ms !== null

/** The stretch that is the turn's; null where there is none, though there may be a moment to go to. */
export const stretchOf = ({ from_ms, until_ms }: TurnClip): Stretch | null =>
  from_ms === null || until_ms === null ? null : { from_ms, until_ms }

/** What is to know of how it plays; nothing where the transcript gives a start and an end. */
export const clipNote = ({ state }: TurnClip): string | null => (state === "timed" ? null : texts.clip.notes[state])

/** "0:02.0 – 0:05.0", a moment alone, or that there is no time. */
export function clipTimes(clip: TurnClip): string {
  if (clip.from_ms === null) return texts.clip.noTime
  return clip.until_ms === null ? mediaTime(clip.from_ms) : `${mediaTime(clip.from_ms)} – ${mediaTime(clip.until_ms)}`
}

/** The turn that a moment lies in. Where one ends as the next begins, it is the next; where turns overlap, the later. */
export function turnAt<T extends WithClip>(turns: readonly T[], ms: number): (T & WithStretch) | undefined {
  let found: (T & WithStretch) | undefined
  for (const turn of turns) {
    if (!hasStretch(turn) || ms < turn.clip.from_ms || ms >= turn.clip.until_ms) continue
    if (!found || turn.clip.from_ms >= found.clip.from_ms) found = turn
  }
  return found
}

/** The stretch that is drawn round a turn: it with some of what surrounds it, `widthMs` or longer, in the recording. */
export function windowAround(clip: TurnClip, durationMs: number, widthMs: number): { from: number; to: number } {
  const start = clip.from_ms ?? 0
  const end = clip.until_ms ?? start
  const width = Math.min(durationMs, Math.max(widthMs, (end - start) * 1.5))
  const from = Math.max(0, Math.min((start + end - width) / 2, durationMs - width))
  return { from, to: from + width }
}

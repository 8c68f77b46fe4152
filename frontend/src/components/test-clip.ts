import type { TurnClip } from "../api/types"

/** A clip as the server gives it, of a turn with these times; of the next turn, a test says where it begins. */
export function testClip(start: number | null, end: number | null, nextMs: number | null = null): TurnClip {
  if (start === null) return { state: "no_time", from_ms: null, until_ms: null }
  if (end === null) return { state: "no_end", from_ms: start, until_ms: nextMs }
  if (end <= start) return { state: "no_length", from_ms: start, until_ms: null }
  return { state: "timed", from_ms: start, until_ms: end }
}

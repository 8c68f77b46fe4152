/** Where a turn can be cut in two. The server counts a text in code points, the browser in UTF-16 units. */
import type { SessionTurn } from "../../api/corpus"

export type Cut = { at: number; atMs: number | null }

/** Cut before the text cursor; the time is as far into the turn as the words are. Null where a part has no words. */
export function cutAtCursor(turn: SessionTurn, text: string, cursor: number): Cut | null {
  const head = text.slice(0, cursor)
  if (!head.trim() || !text.slice(cursor).trim()) return null
  const { start_ms, end_ms } = turn
  const share = head.trimEnd().length / text.length
  const atMs = start_ms === null ? null : Math.round(start_ms + share * ((end_ms ?? start_ms) - start_ms))
  return { at: Array.from(head).length, atMs }
}

/** Cut at a moment of the recording, before the word that it falls on by its share of the turn. Null outside it. */
export function cutAtTime(turn: SessionTurn, text: string, ms: number): Cut | null {
  const { start_ms, end_ms } = turn
  if (start_ms === null || end_ms === null || ms <= start_ms || ms >= end_ms) return null
  const wanted = ((ms - start_ms) / (end_ms - start_ms)) * text.length
  const starts = [...text.matchAll(/\s\S/gu)].map(({ index }) => index + 1)
  const nearest = starts.reduce<number | undefined>(
    (best, each) => (best === undefined || Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best),
    undefined,
  )
  return nearest === undefined ? null : { at: Array.from(text.slice(0, nearest)).length, atMs: Math.round(ms) }
}

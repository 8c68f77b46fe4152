/** Where a turn can be cut in two. The server counts a text in code points, the browser in UTF-16 units. */
import type { SessionTurn } from "../../api/corpus"
import { stretchOf } from "../../components/turn-clip"

export type Cut = { at: number; atMs: number | null }

/** Cut before the text cursor; the time is as far into the turn as the words are. Null where a part has no words. */
export function cutAtCursor(turn: SessionTurn, text: string, cursor: number): Cut | null {
  const head = text.slice(0, cursor)
  if (!head.trim() || !text.slice(cursor).trim()) return null
  const { from_ms, until_ms } = turn.clip
  const share = head.trimEnd().length / text.length
  const atMs = from_ms === null ? null : Math.round(from_ms + share * ((until_ms ?? from_ms) - from_ms))
  return { at: Array.from(head).length, atMs }
}

/** Cut at a moment of the recording, before the word that it falls on by its share of the turn. Null outside it. */
export function cutAtTime(turn: SessionTurn, text: string, ms: number): Cut | null {
  const stretch = stretchOf(turn.clip)
  if (!stretch || ms <= stretch.from_ms || ms >= stretch.until_ms) return null
  const wanted = ((ms - stretch.from_ms) / (stretch.until_ms - stretch.from_ms)) * text.length
  const starts = [...text.matchAll(/\s\S/gu)].map(({ index }) => index + 1)
  const nearest = starts.reduce<number | undefined>(
    (best, each) => (best === undefined || Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best),
    undefined,
  )
  return nearest === undefined ? null : { at: Array.from(text.slice(0, nearest)).length, atMs: Math.round(ms) }
}

import type { DraftTurn } from "./queries"

/** How many turns begin when the recording is over. */
export const turnsPastEnd = (turns: DraftTurn[], durationMs: number, offsetMs: number): number =>
  turns.filter(({ start_ms }) => start_ms !== null && start_ms + offsetMs >= durationMs).length

/** When the first turn begins: the transcript can be moved forward by no more. Null without times. */
export function firstStart(turns: DraftTurn[]): number | null {
  const starts = turns.flatMap(({ start_ms }) => (start_ms === null ? [] : [start_ms]))
  // Not Math.min(...starts): a long transcript has more turns than a call takes arguments.
  return starts.length === 0 ? null : starts.reduce((first, start) => Math.min(first, start))
}

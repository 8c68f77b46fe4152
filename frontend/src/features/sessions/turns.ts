import type { SessionTurn } from "../../api/corpus"

/** The turn that is spoken at a moment of the recording; between two turns, the one before. */
export function turnAt(turns: SessionTurn[], ms: number): SessionTurn | undefined {
  return turns.findLast((turn) => turn.start_ms !== null && turn.start_ms <= ms)
}

/** The reasons why client turns have no frame, the most frequent first. */
export function missingReasons(turns: SessionTurn[]): { reason: string; n: number }[] {
  const counts = new Map<string, number>()
  for (const { frame_missing } of turns) {
    if (frame_missing) counts.set(frame_missing, (counts.get(frame_missing) ?? 0) + 1)
  }
  return [...counts].map(([reason, n]) => ({ reason, n })).sort((a, b) => b.n - a.n)
}

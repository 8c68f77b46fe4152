import type { SessionTurn } from "../../api/corpus"
import { texts } from "./texts"

/** The turn that is spoken at a moment of the recording; between two turns, the one before. */
export function turnAt(turns: SessionTurn[], ms: number): SessionTurn | undefined {
  return turns.findLast(({ clip }) => clip.from_ms !== null && clip.from_ms <= ms)
}

/** The reasons why client turns have no frame, the most frequent first. */
export function missingReasons(turns: SessionTurn[]): { reason: string; n: number }[] {
  const counts = new Map<string, number>()
  for (const { frame_missing } of turns) {
    if (frame_missing) counts.set(frame_missing, (counts.get(frame_missing) ?? 0) + 1)
  }
  return [...counts].map(([reason, n]) => ({ reason, n })).sort((a, b) => b.n - a.n)
}

/** What stands above the turns: how to play them, and why some of a recorded session don't. */
export function noteOf(turns: SessionTurn[], { isRecorded }: { isRecorded: boolean }): string {
  const nUntimed = isRecorded ? turns.filter(({ clip }) => clip.from_ms === null).length : 0
  const { transcriptNote, untimed } = texts.page
  return nUntimed > 0 ? `${transcriptNote} ${untimed(nUntimed)}` : transcriptNote
}

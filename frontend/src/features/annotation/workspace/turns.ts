import type { Turn } from "../../../api/types"

export const clientTurns = (turns: Turn[]): Turn[] => turns.filter((turn) => turn.role === "client")

/** The client turn `step` places from `turn`, or `turn` itself at either end. */
export function neighbour(turns: Turn[], turn: Turn, step: 1 | -1): Turn {
  const all = clientTurns(turns)
  return all[all.findIndex((each) => each.id === turn.id) + step] ?? turn
}

/** The next client turn after `turn` for which `isOpen`, going round to the beginning. */
export function nextOpen(turns: Turn[], turn: Turn, isOpen: (turn: Turn) => boolean): Turn | undefined {
  const all = clientTurns(turns)
  const at = all.findIndex((each) => each.id === turn.id)
  return [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen)
}

/** Text offsets in code points, as the server counts them; JavaScript counts UTF-16 units. */
export const toCodePoints = (text: string, units: number): number => Array.from(text.slice(0, units)).length

export const slicePoints = (text: string, start: number, end: number): string =>
  Array.from(text).slice(start, end).join("")

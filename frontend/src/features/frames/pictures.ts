import type { FrameTable } from "../../api/frames"
import type { Stretch } from "../../components/turn-clip"

/** When each picture of a recording is shown, in media time: nothing is reckoned from a frame rate. */
export type Pictures = { timesMs: number[]; endMs: number }

export function picturesOf({ first_ms, gaps_ms, end_ms }: FrameTable): Pictures {
  const timesMs = [first_ms]
  for (const gap of gaps_ms) timesMs.push((timesMs.at(-1) ?? 0) + gap)
  return { timesMs, endMs: end_ms }
}

/** The picture on screen at a moment; the first one before that, the last one after the end. */
export function indexAt({ timesMs }: Pictures, ms: number): number {
  let [low, high] = [0, timesMs.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((timesMs[middle] ?? 0) <= ms) low = middle
    else high = middle - 1
  }
  return low
}

/** A moment well inside the time that a picture is shown: a player that rounds still shows it. */
export function momentOf({ timesMs, endMs }: Pictures, index: number): number {
  const from = timesMs[index] ?? 0
  const until = timesMs[index + 1] ?? Math.max(from, endMs)
  return Math.floor((from + until) / 2)
}

/** The first and the last picture that may stand for a turn: those that begin in it, and the one it begins with. */
export function picturesOfTurn(pictures: Pictures, turn: Stretch): [first: number, last: number] {
  const first = indexAt(pictures, turn.from_ms)
  return [first, Math.max(first, indexAt(pictures, lastMoment(turn)))]
}

/** The moment of a picture to be sent for a turn: inside the turn, also where the picture is shown from before it. */
export const momentInTurn = (pictures: Pictures, index: number, turn: Stretch): number =>
  Math.min(Math.max(momentOf(pictures, index), turn.from_ms), lastMoment(turn))

const lastMoment = ({ from_ms, until_ms }: Stretch): number => Math.max(until_ms, from_ms + 1) - 1

import type { DraftTurn } from "../queries"
import type { Roles } from "../roles"

/** A place in the list of turns that a figure leads to. */
export type Place = { position: number; note?: string }

/** Where a turn begins on the recording's clock; null without a time. */
export const placedStart = (turn: DraftTurn, offsetMs: number): number | null =>
  turn.start_ms === null ? null : turn.start_ms + offsetMs

/** The first turn of the client that has a time. */
export const firstClientTurn = (turns: DraftTurn[], roles: Roles): DraftTurn | undefined =>
  turns.find(({ speaker, start_ms }) => roles[speaker] === "client" && start_ms !== null)

export const untimed = (turns: DraftTurn[]): Place[] => places(turns, ({ clip }) => clip.state === "no_time")

export const withoutEnd = (turns: DraftTurn[]): Place[] => places(turns, ({ clip }) => clip.state === "no_end")

export const withoutLength = (turns: DraftTurn[]): Place[] => places(turns, ({ clip }) => clip.state === "no_length")

export const beforeStart = (turns: DraftTurn[], offsetMs: number): Place[] =>
  places(turns, ({ start_ms }) => start_ms !== null && start_ms + offsetMs < 0)

/** Turns that begin when the recording is over. */
export const pastEnd = (turns: DraftTurn[], durationMs: number | null, offsetMs: number): Place[] =>
  places(turns, ({ start_ms }) => start_ms !== null && durationMs !== null && start_ms + offsetMs >= durationMs)

/** The middle and the greatest of the turns' lengths; null where none has one. */
export function typicalLengths(turns: DraftTurn[]): { medianMs: number; longestMs: number } | null {
  const lengths = turns
    .flatMap(({ start_ms, end_ms }) => (start_ms === null || end_ms === null ? [] : [end_ms - start_ms]))
    .sort((a, b) => a - b)
  const [medianMs, longestMs] = [lengths[Math.ceil(lengths.length / 2) - 1], lengths.at(-1)]
  return medianMs === undefined || longestMs === undefined ? null : { medianMs, longestMs }
}

const places = (turns: DraftTurn[], isMeant: (turn: DraftTurn) => boolean): Place[] =>
  turns.filter(isMeant).map(({ position }) => ({ position }))

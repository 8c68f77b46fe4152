import type { ScoreValue } from "../../../api/types"

/** One change of one construct of one turn, as a person made it. It lives in this browser until the server has it. */
export type Change = {
  /** Made here, so that the server takes a repeated delivery for what it is. */
  clientKey: string
  /** Who made it. Only this person's log-in may send it. */
  username: string
  /** Rises with every change in this browser: a construct's changes are sent in this order. */
  order: number
  assignment: number
  turn: string
  /** The turn's revision that the screen showed; null where the page did not know it. */
  turnRevision: number | null
  /** A construct's key, or `cannot_judge`. */
  construct: string
  value: ScoreValue
  /** The value it replaced on the screen; the server's own value must still be this, or someone else was here. */
  seen: ScoreValue
  /** The version of the annotation that the screen showed. */
  version: number
  /** Why the server did not take it; the person decides what becomes of it. */
  refusal: Refusal | null
}

export type Refusal =
  { kind: "conflict"; theirs: ScoreValue; version: number } | { kind: "refused"; code: string; message: string }

export const sameValue = (a: ScoreValue, b: ScoreValue): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A version 4 UUID. `crypto.randomUUID` alone won't do: browsers withhold it from plain http on a lab's network. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

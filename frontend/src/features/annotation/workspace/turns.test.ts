import { expect, test } from "vitest"

import type { Turn } from "../../../api/types"
import { isTimed, neighbour, nextOpen, slicePoints, toCodePoints, turnAt } from "./turns"

const turn = (id: string, role: Turn["role"], start_ms: number | null, end_ms: number | null): Turn => ({
  id,
  position: Number(id),
  revision: 1,
  backchannels: [],
  role,
  start_ms,
  end_ms,
  text: "",
})

const TURNS = [
  turn("1", "client", 80_000, 84_000),
  turn("2", "counsellor", 84_000, 88_000),
  turn("3", "client", 90_000, 95_000),
  turn("4", "client", null, null),
]

test("where one turn ends as the next begins, only the next is spoken", () => {
  expect(turnAt(TURNS, 83_999)?.id).toBe("1")
  expect(turnAt(TURNS, 84_000)?.id).toBe("2")
})

test("between turns and before the first nobody speaks", () => {
  expect(turnAt(TURNS, 0)).toBeUndefined()
  expect(turnAt(TURNS, 89_000)).toBeUndefined()
})

test("of two that overlap the later is spoken", () => {
  expect(turnAt([turn("1", "client", 0, 9_000), turn("2", "counsellor", 5_000, 6_000)], 5_500)?.id).toBe("2")
})

test("a turn without times, or past the end of the recording, can't be played", () => {
  expect(isTimed(turn("1", "client", null, null))).toBe(false)
  expect(isTimed(turn("1", "client", 2_500, 4_000), 2_000)).toBe(false)
  expect(isTimed(turn("1", "client", 1_500, 4_000), 2_000)).toBe(true)
})

test("next and previous go over client turns alone and stop at the ends", () => {
  const [first, , third, last] = TURNS as [Turn, Turn, Turn, Turn]
  expect(neighbour(TURNS, first, 1)).toBe(third)
  expect(neighbour(TURNS, third, -1)).toBe(first)
  expect(neighbour(TURNS, last, 1)).toBe(last)
})

test("the next open turn is looked for from here round to the beginning", () => {
  const [first, , third] = TURNS as [Turn, Turn, Turn]
  expect(nextOpen(TURNS, third, (each) => each.id === "1")).toBe(first)
  expect(nextOpen(TURNS, third, () => false)).toBeUndefined()
})

test("offsets count characters as the server does, beyond the basic plane too", () => {
  const text = "so 🙂 fine"
  expect(toCodePoints(text, text.indexOf("fine"))).toBe(5)
  expect(slicePoints(text, 5, 9)).toBe("fine")
})

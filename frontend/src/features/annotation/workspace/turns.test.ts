import { expect, test } from "vitest"

import type { Turn } from "../../../api/types"
import { testClip } from "../../../components/test-clip"
import { neighbour, nextOpen, slicePoints, toCodePoints } from "./turns"

const turn = (id: string, role: Turn["role"], start_ms: number | null, end_ms: number | null): Turn => ({
  id,
  position: Number(id),
  revision: 1,
  backchannels: [],
  role,
  start_ms,
  end_ms,
  clip: testClip(start_ms, end_ms),
  text: "",
})

const TURNS = [
  turn("1", "client", 80_000, 84_000),
  turn("2", "counsellor", 84_000, 88_000),
  turn("3", "client", 90_000, 95_000),
  turn("4", "client", null, null),
]

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

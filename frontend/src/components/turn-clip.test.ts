import { expect, test } from "vitest"

import { testClip } from "./test-clip"
import { clipNote, clipTimes, stretchOf, turnAt, windowAround } from "./turn-clip"

const turn = (start: number | null, end: number | null, nextMs: number | null = null) => ({
  clip: testClip(start, end, nextMs),
})
const FIRST = turn(80_000, 84_000)
const SECOND = turn(84_000, 88_000)
const TURNS = [FIRST, SECOND]

test("at a border that two share only the next one is meant", () => {
  expect(turnAt(TURNS, 83_999)).toBe(FIRST)
  expect(turnAt(TURNS, 84_000)).toBe(SECOND)
})

test("before all of them and from the end of the last on there is none", () => {
  expect(turnAt(TURNS, 0)).toBeUndefined()
  expect(turnAt(TURNS, 88_000)).toBeUndefined()
})

test("of two that overlap it is the later, and one without an end lasts until the next", () => {
  const open = turn(86_000, null, 95_000)

  expect(turnAt([...TURNS, open], 85_999)).toBe(SECOND)
  expect(turnAt([...TURNS, open], 86_000)).toBe(open)
  expect(turnAt([open, ...TURNS], 94_999)).toBe(open)
  expect(turnAt([open, ...TURNS], 95_000)).toBeUndefined()
  expect(turnAt([turn(null, null), turn(5, 5)], 5)).toBeUndefined()
})

test("the stretch that is drawn holds the turn and stays within the recording", () => {
  expect(windowAround(testClip(10_000, 20_000), 60_000, 30_000)).toEqual({ from: 0, to: 30_000 })
  expect(windowAround(testClip(58_000, 60_000), 60_000, 30_000)).toEqual({ from: 30_000, to: 60_000 })
  expect(windowAround(testClip(0, 50_000), 60_000, 30_000)).toEqual({ from: 0, to: 60_000 })
  expect(windowAround(testClip(null, null), 60_000, 30_000)).toEqual({ from: 0, to: 30_000 })
})

test("no end, no length and no time are told apart", () => {
  const [open, moment, untimed] = [testClip(2000, null, 5000), testClip(2400, 2400), testClip(null, null)]

  expect([open, moment, untimed].map(stretchOf)).toEqual([{ from_ms: 2000, until_ms: 5000 }, null, null])
  expect([open, moment, untimed].map(clipTimes)).toEqual(["0:02.0 – 0:05.0", "0:02.4", "no time"])
  expect(clipNote(testClip(2000, 5000))).toBeNull()
  expect(clipNote(open)).toMatch(/no end/)
  expect(clipNote(moment)).toMatch(/no length/)
  expect(clipNote(untimed)).toMatch(/no time/)
})

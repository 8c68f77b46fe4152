import { expect, it } from "vitest"

import { indexAt, momentInTurn, momentOf, picturesOf, picturesOfTurn } from "./pictures"

// Shown from 100, 140, 240 and 250 ms on, the last one until 300.
const PICTURES = picturesOf({ first_ms: 100, gaps_ms: [40, 100, 10], key_gaps: [0], end_ms: 300 })

it("knows when each picture is shown from the gaps between them", () => {
  expect(PICTURES).toEqual({ timesMs: [100, 140, 240, 250], endMs: 300 })
})

it.each([
  [0, 0],
  [100, 0],
  [139, 0],
  [140, 1],
  [249, 2],
  [250, 3],
  [9999, 3],
])("at %i ms shows picture %i", (ms, index) => {
  expect(indexAt(PICTURES, ms)).toBe(index)
})

it("names a moment in the middle of the time that a picture is shown", () => {
  expect([0, 1, 2, 3].map((index) => momentOf(PICTURES, index))).toEqual([120, 190, 245, 275])
})

it("offers a turn the pictures that are shown in it, with the one on screen as it begins", () => {
  expect(picturesOfTurn(PICTURES, { from_ms: 150, until_ms: 250 })).toEqual([1, 2])
  expect(picturesOfTurn(PICTURES, { from_ms: 150, until_ms: 9999 })).toEqual([1, 3])
  expect(picturesOfTurn(PICTURES, { from_ms: 150, until_ms: 150 })).toEqual([1, 1])
})

it("sends a moment inside the turn though the picture is shown from before it or beyond", () => {
  expect(momentInTurn(PICTURES, 1, { from_ms: 200, until_ms: 240 })).toBe(200)
  expect(momentInTurn(PICTURES, 1, { from_ms: 150, until_ms: 160 })).toBe(159)
})

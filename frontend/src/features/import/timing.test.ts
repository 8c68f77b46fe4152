import { expect, it } from "vitest"

import { firstStart, turnsPastEnd } from "./timing"

const turn = (start_ms: number | null) => ({
  position: 0,
  speaker: "Ana",
  start_ms,
  end_ms: start_ms,
  text: "Yes.",
  backchannels: [],
})

it("counts turns that begin at or after the recording's end, moved by the offset", () => {
  const turns = [turn(0), turn(9_000), turn(10_000), turn(null)]

  expect(turnsPastEnd(turns, 10_000, 0)).toBe(1)
  expect(turnsPastEnd(turns, 10_000, 1_000)).toBe(2)
  expect(turnsPastEnd(turns, 10_000, -1)).toBe(0)
})

it("finds how far a transcript can be moved forward", () => {
  expect(firstStart([turn(700), turn(300), turn(null)])).toBe(300)
  expect(firstStart([turn(null)])).toBeNull()
})

import { describe, expect, it } from "vitest"

import type { DraftTurn } from "../queries"
import { testClip } from "../../../components/test-clip"
import { beforeStart, firstClientTurn, pastEnd, typicalLengths, untimed, withoutEnd, withoutLength } from "./fit"

let position = 0
const turn = (start_ms: number | null, end_ms: number | null = start_ms, speaker = "Ana"): DraftTurn => ({
  position: position++,
  speaker,
  start_ms,
  end_ms,
  clip: testClip(start_ms, end_ms),
  text: "Yes.",
  backchannels: [],
})
const positions = (found: { position: number }[]) => found.map((each) => each.position)

describe("turns outside the recording", () => {
  it("are those that begin at or after its end, moved by the offset", () => {
    position = 0
    const turns = [turn(0), turn(9_000), turn(10_000), turn(null)]

    expect(positions(pastEnd(turns, 10_000, 0))).toEqual([2])
    expect(positions(pastEnd(turns, 10_000, 1_000))).toEqual([1, 2])
    expect(positions(pastEnd(turns, null, 1_000))).toEqual([])
    expect(positions(beforeStart(turns, -1))).toEqual([0])
  })
})

it("finds turns without a time, without an end and without a length", () => {
  position = 0
  const turns = [turn(null), turn(5, null), turn(7, 9), turn(9, 9)]

  expect(positions(untimed(turns))).toEqual([0])
  expect(positions(withoutEnd(turns))).toEqual([1])
  expect(positions(withoutLength(turns))).toEqual([3])
})

it("finds the client's first turn that has a time", () => {
  position = 0
  const turns = [turn(0, 1, "Kim"), turn(null, null, "Ana"), turn(5, 9, "Ana")]

  expect(firstClientTurn(turns, { Ana: "client", Kim: "counsellor" })?.position).toBe(2)
  expect(firstClientTurn(turns, { Ana: null, Kim: "counsellor" })).toBeUndefined()
})

it("sums up lengths by the middle and the greatest", () => {
  expect(typicalLengths([turn(0, 1), turn(0, 9), turn(0, 4), turn(3, null)])).toEqual({ medianMs: 4, longestMs: 9 })
  expect(typicalLengths([turn(null)])).toBeNull()
})

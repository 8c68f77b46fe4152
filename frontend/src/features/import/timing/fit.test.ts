import { describe, expect, it } from "vitest"

import type { DraftTurn } from "../queries"
import { beforeStart, firstClientTurn, pastEnd, turnAt, typicalLengths, untimed, withoutEnd } from "./fit"

let position = 0
const turn = (start_ms: number | null, end_ms: number | null = start_ms, speaker = "Ana"): DraftTurn => ({
  position: position++,
  speaker,
  start_ms,
  end_ms,
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

it("finds turns without a time and without an end", () => {
  position = 0
  const turns = [turn(null), turn(5, null), turn(7, 9)]

  expect(positions(untimed(turns))).toEqual([0])
  expect(positions(withoutEnd(turns))).toEqual([1])
})

it("says whose turn it is, the later of two that overlap, and nobody's in between", () => {
  position = 0
  const turns = [turn(0, 2_000), turn(1_500, 3_000), turn(4_000, null), turn(6_000, 7_000)]
  const at = (ms: number, offsetMs = 0) => turnAt(turns, ms, offsetMs)?.position

  expect([at(0), at(1_499), at(1_500), at(3_500), at(5_999), at(7_000)]).toEqual([0, 0, 1, undefined, 2, undefined])
  expect(at(1_600, 200)).toBe(0)
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

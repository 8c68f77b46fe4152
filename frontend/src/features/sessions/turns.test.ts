import { expect, it } from "vitest"

import type { SessionTurn } from "../../api/corpus"
import { testClip } from "../../components/test-clip"
import { missingReasons, noteOf, turnAt } from "./turns"

const turn = (position: number, start_ms: number | null, frame_missing: string | null = null): SessionTurn => ({
  id: `turn-${position}`,
  position,
  backchannels: [],
  speaker: "Ana",
  role: "client",
  start_ms,
  end_ms: start_ms === null ? null : start_ms + 900,
  clip: testClip(start_ms, start_ms === null ? null : start_ms + 900),
  text: "Yes.",
  has_frame: frame_missing === null,
  frame_missing,
})

it("finds the turn that is spoken at a moment, and the one before in a pause", () => {
  const turns = [turn(0, 1000), turn(1, 3000), turn(2, null)]

  expect(turnAt(turns, 500)).toBeUndefined()
  expect(turnAt(turns, 1000)?.position).toBe(0)
  expect(turnAt(turns, 2500)?.position).toBe(0)
  expect(turnAt(turns, 60_000)?.position).toBe(1)
})

it("counts why frames are missing, the most frequent first", () => {
  const turns = [turn(0, 0, "no picture"), turn(1, 1, "no face"), turn(2, 2), turn(3, 3, "no face")]

  expect(missingReasons(turns)).toEqual([
    { reason: "no face", n: 2 },
    { reason: "no picture", n: 1 },
  ])
})

it("says of a recorded session why some turns do not play", () => {
  const turns = [turn(0, 0), turn(1, null), turn(2, null)]

  expect(noteOf(turns, { isRecorded: true })).toMatch(/Nothing plays for 2 turns: .* outside the recording\.$/)
  expect(noteOf(turns.slice(0, 1), { isRecorded: true })).not.toMatch(/Nothing plays/)
  expect(noteOf(turns, { isRecorded: false })).not.toMatch(/Nothing plays/)
})

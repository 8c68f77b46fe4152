import { expect, test } from "vitest"

import type { SessionTurn } from "../../api/corpus"
import { testClip } from "../../components/test-clip"
import { cutAtCursor, cutAtTime } from "./cuts"
import { readTime, timeText, withSide } from "./times"

const turn: SessionTurn = {
  id: "a",
  position: 0,
  speaker: "Ana",
  role: "client",
  start_ms: 10_000,
  end_ms: 20_000,
  clip: testClip(10_000, 20_000),
  text: "I was fine. Until he left.",
  backchannels: [],
  has_frame: false,
  frame_missing: null,
}
const TEXT = turn.text ?? ""

test("a time is read as people write it, and written as it is read", () => {
  expect(["12:39.4", "1:02:03", "759,4", "", "12:xx"].map(readTime)).toEqual([
    759_400,
    3_723_000,
    759_400,
    null,
    undefined,
  ])
  expect(readTime(timeText(3_723_045))).toBe(3_723_045)
})

test("a border passes neither the other one nor the recording's ends", () => {
  expect(withSide(turn, "start_ms", 25_000, 60_000).start_ms).toBe(20_000)
  expect(withSide(turn, "end_ms", 5_000, 60_000).end_ms).toBe(10_000)
  expect(withSide(turn, "end_ms", 90_000, 60_000).end_ms).toBe(60_000)
  expect(withSide({ start_ms: 0, end_ms: null }, "start_ms", 90_000, 60_000).start_ms).toBe(59_999)
})

test("a cut at the cursor takes its time from the words", () => {
  const cut = cutAtCursor(turn, TEXT, TEXT.indexOf("Until"))

  expect(cut?.at).toBe(12)
  expect(cut?.atMs).toBeGreaterThan(13_500)
  expect(cut?.atMs).toBeLessThan(15_000)
  expect(cutAtCursor(turn, TEXT, 0)).toBeNull()
})

test("a cut at the player's time takes the word it falls on, and counts code points", () => {
  expect(cutAtTime(turn, "🙂🙂 ab", 15_000)).toEqual({ at: 3, atMs: 15_000 })
  expect(cutAtTime(turn, TEXT, 20_000)).toBeNull()
  expect(cutAtTime(turn, "Yes.", 15_000)).toBeNull()
})

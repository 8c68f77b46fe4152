import { expect, it } from "vitest"

import type { CounsellorVideo } from "../queries"
import { findingOf } from "./finding"

const NOTHING = { reason: "", offset_ms: null, drift_ms: 0, confidence: null, agreeing: 0, places: 0 } as const
const told = (sound: Partial<CounsellorVideo["sound_offset"]>) =>
  findingOf({ sound_offset: { ...NOTHING, ...sound } } as CounsellorVideo)

it("says nothing while the sound is listened to", () => {
  expect(findingOf({ sound_offset: null } as CounsellorVideo)).toBeNull()
})

it("says when the second camera began, how sure that is, and that the clocks drift apart", () => {
  const found = told({ offset_ms: -3420, confidence: "sure", agreeing: 11, places: 12, drift_ms: -130 })

  expect(found?.headline).toBe("The counsellor's camera began 3.42 s before the client's.")
  expect(found?.text).toContain("certain: 11 of 12 places agree on it.")
  expect(found?.text).toContain("drift apart by 130 ms")
  expect(found?.tone).toBe("calm")
})

it("asks to look closely where it is not sure, and to align them by hand where nothing was found", () => {
  expect(told({ offset_ms: 10, confidence: "unsure", agreeing: 4, places: 12 })?.tone).toBe("warn")
  expect(told({ reason: "silent" })?.headline).toContain("no sound")
  expect(told({ reason: "unrelated" })?.text).toContain("align them by hand")
})

import { expect, it } from "vitest"

import type { Study } from "../api/types"
import { nextOf, stepsOf } from "./steps"

const counts: Study["counts"] = {
  ...{ sessions: 6, sessions_ready: 6, client_turns: 84, raters: 5, assignments: 42, assignments_done: 41 },
  ...{ annotations_complete: 587, annotations_expected: 588, turns_in_consensus: 84, turns_settled: 79 },
  ...{ review_turns: 10, review_turns_done: 4, disagreements_open: 5, releases: 0, releases_approved: 0 },
  ...{ runs: 0, runs_succeeded: 0 },
}
const study = (changes: Partial<Study["counts"]> = {}): Study => ({
  ...{ slug: "pilot", name: "Pilot", description: "", is_demo: false, has_channel_passes: true, raters_per_turn: 3 },
  ...{ are_raters_blind: true, engineers_see_frames: false, frame_rule: "onset_sharpest", frames_per_turn: 1 },
  ...{ face_finder: "detected", blurred_roles: [], is_pitch_shifted: false, my_roles: ["lead"] },
  counts: { ...counts, ...changes },
})
const waiting = (of: Study) =>
  Object.fromEntries(stepsOf(of).flatMap(({ key, waits }) => (waits ? [[key, waits]] : [])))

it("says at each step what waits, and nothing where nothing does", () => {
  expect(waiting(study())).toEqual({
    label: "1 label to come",
    review: "6 turns to review",
    settle: "5 disagreements to settle",
  })
})

it("asks to hand out as long as no pass is, and for no consensus before there are labels", () => {
  const fresh = study({ assignments: 0, annotations_complete: 0, annotations_expected: 0, turns_in_consensus: 0 })

  expect(waiting(fresh)).toMatchObject({ handOut: "6 sessions to hand out" })
  expect(waiting(fresh)).not.toHaveProperty("consensus")
})

it("marks the step of the page where the next thing is done, the one that waits before others on it", () => {
  const steps = stepsOf(study())

  expect(nextOf(steps, "/studies/$slug/raters")?.key).toBe("label")
  expect(nextOf(steps, "/studies/$slug/runs/new")?.key).toBe("run")
  expect(nextOf(steps, undefined)).toBeUndefined()
})

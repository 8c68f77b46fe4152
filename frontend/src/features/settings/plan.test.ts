import { expect, it } from "vitest"

import { changesOf, withRole, withRule } from "./plan"
import type { Settings } from "./queries"

const SET: Settings = {
  frame_rule: "onset_sharpest",
  frames_per_turn: 1,
  face_finder: "detected",
  blurred_roles: ["rater"],
  is_pitch_shifted: false,
}

it("sends what differs and nothing else", () => {
  expect(changesOf(SET, { ...SET, frame_rule: "apex" })).toEqual({ frame_rule: "apex" })
  expect(changesOf(SET, { ...SET, blurred_roles: ["rater"] })).toEqual({})
})

it("takes the same roles in another order for no change", () => {
  const both = withRole(SET, "expert", true)

  expect(both.blurred_roles).toEqual(["expert", "rater"])
  expect(changesOf(SET, withRole(both, "expert", false))).toEqual({})
})

it("gives the rule of several pictures at least two", () => {
  expect(withRule(SET, "uniform_k").frames_per_turn).toBe(2)
  expect(withRule({ ...SET, frames_per_turn: 5 }, "uniform_k").frames_per_turn).toBe(5)
})

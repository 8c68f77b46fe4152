import { expect, it } from "vitest"

import { frameRuleName } from "./frame-rules"

it("calls a rule what the settings call it, and one that it does not know by its own word", () => {
  expect(["onset_sharpest", "newest_rule"].map(frameRuleName)).toEqual([
    "Sharpest face of the first second",
    "newest_rule",
  ])
})

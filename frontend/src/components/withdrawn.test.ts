import { expect, test } from "vitest"

import { describeWithdrawn } from "./withdrawn"

test("who withdrew is named, and of many the first ones with how many more", () => {
  const people = ["C-01", "C-02", "C-03", "C-04", "C-05", "C-06", "C-07"]

  expect(describeWithdrawn(1, people.slice(0, 1))).toBe("1 turn of C-01, who no longer consents to training")
  expect(describeWithdrawn(8, people.slice(0, 2))).toBe("8 turns of C-01 and C-02, who no longer consent to training")
  expect(describeWithdrawn(8, people)).toMatch("of C-01, C-02, C-03, C-04, C-05 and 2 more, who")
})

import { expect, it } from "vitest"

import { texts } from "./texts"

it("speaks of one session as of one", () => {
  expect(texts.coverage.all(0)).toBe("No session may be labelled yet.")
  expect(texts.coverage.all(1)).toBe("The one session that may be labelled has its raters.")
  expect(texts.coverage.all(12)).toBe("All 12 sessions that may be labelled have their raters.")
})

it("gives a person's role its article", () => {
  expect(texts.added("Rita", "rater")).toBe("Rita is now a rater.")
  expect(texts.added("Eve", "expert")).toBe("Eve is now an expert.")
})

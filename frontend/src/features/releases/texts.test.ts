import { expect, test } from "vitest"

import { texts } from "./texts"

test("a release's page says how many raters its labels rest on, and which a lead accepted from too few", () => {
  const { ratersOf } = texts.page

  expect(ratersOf({ "1": 1, "2": 23 }, 1, 2)).toBe(
    "1 label from 1, 23 labels from 2; 1 accepted by a lead from fewer than the 2 that the study asks for",
  )
  expect(ratersOf({ unknown: 4 }, 0, 2)).toBe("4 labels from an unknown number")
})

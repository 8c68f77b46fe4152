import { expect, test } from "vitest"

import type { ConstructAgreement } from "../../api/agreement"
import { read } from "./reading"

const line = (low: number, high: number, reading: ConstructAgreement["reading"]) => {
  const main = { value: (low + high) / 2, low, high, n_units: 40, n_raters: 3 } as ConstructAgreement["main"]
  return { main, bars: [0.667, 0.8], reading }
}

test("agreement is said to be low for sure only where all of the interval is under the bar", () => {
  expect(read(line(0.3, 0.5, "low"))).toBe("all low")
  expect(read(line(0.6, 0.7, "low"))).toBe("low")
  expect(read(line(0.7, 0.75, "tentative"))).toBe("tentative")
})

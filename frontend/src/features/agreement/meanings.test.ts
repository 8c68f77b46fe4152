import { expect, it } from "vitest"

import type { ConstructAgreement } from "../../api/agreement"
import { meaningsOf } from "./meanings"

// Only what the meanings read of a line.
const line = (coefficient: string, scale: string, beside: string[]) =>
  ({
    coefficient,
    scale,
    beside: Object.fromEntries(beside.map((name) => [name, {}])),
  }) as unknown as ConstructAgreement

it("explains each coefficient and each scale of the table once", () => {
  const terms = meaningsOf([
    line("alpha", "nominal", ["percent", "ac1"]),
    line("alpha", "ordinal", ["percent", "ac2"]),
    line("icc_a_1", "interval", ["percent"]),
  ])

  expect(terms.map(([term]) => term)).toEqual([
    "Krippendorff’s alpha",
    "Percent agreement",
    "Gwet’s AC1",
    "Gwet’s AC2",
    "ICC(A,1)",
    "nominal",
    "ordinal",
  ])
  expect(terms.every(([, meaning]) => meaning.endsWith("."))).toBe(true)
})

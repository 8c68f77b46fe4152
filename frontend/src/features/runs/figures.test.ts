import { describe, expect, it } from "vitest"

import type { Estimate } from "../../api/types"
import { chanceOf, linesOf } from "./figures"

const estimate = (value: number | null, low: number | null = null, high: number | null = null): Estimate => ({
  value,
  low,
  high,
  n_units: 200,
  n_raters: 0,
  resampled: "session",
  n_clusters: 6,
  bootstrap: 2000,
  undefined_resamples: 0,
  seed: 1,
  why_undefined: value === null ? "all units are of one class" : null,
  why_no_interval: null,
})
const names = { majority: "majority class", people: "one rater against the others" }
const arm = (id: number, name: string, auroc: Estimate) => ({
  id,
  number: id,
  name: `tiny, ${name}`,
  arm: name,
  state: "succeeded" as const,
  detection: { auroc, base_rate: estimate(0.2) },
})

describe("the lines of a figure", () => {
  const arms = [arm(1, "both channels", estimate(0.87)), arm(2, "words only", estimate(0.56))]

  it("are the arms, then people, where the majority class has no such figure", () => {
    const lines = linesOf("auroc", {
      arms,
      majority: { macro_f1: estimate(0.3) },
      people: { auroc: estimate(0.9) },
      names,
    })

    expect(lines.map(({ name }) => name)).toEqual(["both channels", "words only", "one rater against the others"])
    expect(lines.map(({ kind }) => kind)).toEqual(["arm", "arm", "people"])
  })

  it("keep an arm that has no figure yet", () => {
    const waiting = { ...arm(3, "picture only", estimate(0.5)), detection: {} }

    expect(linesOf("auroc", { arms: [waiting], majority: {}, people: {}, names })).toHaveLength(1)
  })
})

describe("chance", () => {
  it("is half for AUROC and the base rate for AUPRC", () => {
    expect(chanceOf("auroc", {})).toBe(0.5)
    expect(chanceOf("auprc", { base_rate: estimate(0.2) })).toBe(0.2)
  })

  it("has no line for F1, which depends on the threshold", () => {
    expect(chanceOf("f1", {})).toBeUndefined()
  })
})

import { describe, expect, it } from "vitest"

import { codebook, engagement, incongruence, valence } from "./test-codebook"
import { answerOf, constructsFor, kindsFor, levelsFor } from "./verdicts"

const keys = (levels: { key: string }[]) => levels.map(({ key }) => key)

describe("what an expert can disagree about", () => {
  it("is presence, not subtype, where the raters see none", () => {
    expect(kindsFor({ incongruence: "none", engagement: 3 }, codebook)).toEqual([
      "presence",
      "engagement",
      "turn_boundary",
      "cannot_judge",
    ])
  })

  it("leaves both kinds of incongruence to choose where the raters see none", () => {
    expect(keys(levelsFor("presence", incongruence, { incongruence: "none" }))).toEqual(["minimizing", "contradiction"])
  })

  it("leaves only agreement of words and face where the expert sees no incongruence", () => {
    expect(keys(levelsFor("presence", incongruence, { incongruence: "minimizing" }))).toEqual(["none"])
  })

  it("leaves the other subtype where the raters see one", () => {
    expect(keys(levelsFor("subtype", incongruence, { incongruence: "minimizing" }))).toEqual(["contradiction"])
  })

  it("offers every other number of a scale", () => {
    expect(keys(levelsFor("engagement", engagement, { engagement: 3 }))).toEqual(["1", "2", "4", "5"])
  })

  it("offers every question of valence, arousal and dominance", () => {
    expect(constructsFor("vad", codebook)).toEqual([valence])
  })

  it("has no value where the turn itself is wrong", () => {
    expect(levelsFor("turn_boundary", incongruence, { incongruence: "none" })).toEqual([])
  })
})

describe("an answer", () => {
  it("is the level's key on a nominal scale and its number on others", () => {
    expect(incongruence.levels.map((level) => answerOf(incongruence, level))[1]).toBe("minimizing")
    expect(engagement.levels.map((level) => answerOf(engagement, level))[1]).toBe(2)
  })
})

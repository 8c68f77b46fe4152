import { describe, expect, it } from "vitest"

import { codebook, engagement, incongruence } from "./test-codebook"
import { answerOf, askedOf, draftOf, isComplete, nextOf, NOTHING_SAID, verdictOf } from "./verdicts"

const keys = (constructs: { key: string }[]) => constructs.map(({ key }) => key)

describe("what an expert is asked", () => {
  it("is the direction only where they see incongruence", () => {
    expect(keys(askedOf(codebook, { incongruence: "none" }))).toEqual(["incongruence", "engagement", "valence_face"])
    expect(keys(askedOf(codebook, { incongruence: "minimizing" }))).toContain("direction")
  })

  it("is one question with words after the other; numbers are their choice", () => {
    expect(nextOf(codebook, {})?.key).toBe("incongruence")
    expect(nextOf(codebook, { incongruence: "minimizing" })?.key).toBe("direction")
    expect(nextOf(codebook, { incongruence: "none" })).toBeUndefined()
  })
})

describe("a verdict", () => {
  it("needs incongruence, or the word that nothing can be labelled", () => {
    expect(isComplete({ ...NOTHING_SAID, levels: { engagement: "3" } })).toBe(false)
    expect(isComplete({ ...NOTHING_SAID, levels: { incongruence: "none" } })).toBe(true)
    expect(isComplete({ ...NOTHING_SAID, kind: "cannot_judge" })).toBe(true)
  })

  it("leaves behind what its other answers do not call for", () => {
    const levels = { incongruence: "none", direction: "opposed", engagement: "4" }

    expect(verdictOf(codebook, { kind: "labels", levels, comment: " Her jaw. " }, 7)).toEqual({
      kind: "labels",
      labels: { incongruence: "none", engagement: 4 },
      comment: "Her jaw.",
      corrects: 7,
    })
    expect(verdictOf(codebook, { kind: "turn_boundary", levels, comment: "" }, null).labels).toEqual({})
  })

  it("comes back as it was given, to be changed", () => {
    const draft = { kind: "labels" as const, levels: { incongruence: "none", engagement: "4" }, comment: "Hm." }
    const { labels = {} } = verdictOf(codebook, draft, null)
    const given = Object.entries(labels).map(([construct, value]) => ({ construct, value: value ?? "" }))

    expect(draftOf(codebook, { kind: "labels", labels: given, comment: "Hm." })).toEqual(draft)
  })
})

describe("an answer", () => {
  it("is the level's key on a nominal scale and its number on others", () => {
    expect(incongruence.levels.map((level) => answerOf(incongruence, level))[1]).toBe("minimizing")
    expect(engagement.levels.map((level) => answerOf(engagement, level))[1]).toBe(2)
  })
})

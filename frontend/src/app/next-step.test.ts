import { describe, expect, it } from "vitest"

import type { Assignment, Study } from "../api/types"
import { nextStep } from "./next-step"
import { studyWith } from "./test-study"

const next = (study: Study) => {
  const { sentence, step, action } = nextStep(study, [])
  return { sentence, step, to: (action?.props as { to: string } | undefined)?.to }
}
type Fault = NonNullable<Study["release_fault"]>

describe("an expert", () => {
  const eve = (n: number) => studyWith({}, { my_roles: ["expert"], my_review_turns: n })

  it("is told how many drawn turns wait for them, and where", () => {
    expect(next(eve(100))).toMatchObject({
      sentence: "100 turns wait for your review.",
      to: "/studies/$slug/review",
    })
    expect(next(eve(1)).sentence).toBe("1 turn waits for your review.")
  })

  it("is told that nothing waits once all have their verdict", () => {
    expect(next(eve(0)).sentence).toBe("Nothing waits for you here just now.")
  })
})

describe("a rater", () => {
  const asha = studyWith({}, { my_roles: ["rater"] })
  const pass = { n_turns: 10, n_complete: 0, n_to_confirm: 0, done_at: null, may_label: true }
  const sentence = (...passes: Partial<Assignment>[]) =>
    nextStep(
      asha,
      passes.map((each, index) => ({ ...pass, id: index, session: { key: `S00${index}` }, ...each }) as Assignment),
    ).sentence

  it("is led to the first open pass that may be labelled", () => {
    expect(sentence({ may_label: false }, {})).toBe("10 client turns of S001 are still open.")
  })

  it("is led past a pass that waits for another one", () => {
    expect(sentence({ waits_for: "face" }, { pass_kind: "face" })).toBe("10 client turns of S001 are still open.")
  })

  it("is told why a pass without consent waits for nothing", () => {
    expect(sentence({ may_label: false }, { done_at: "2026-05-02T09:00:00Z" })).toMatch(/does not agree to it/)
    expect(sentence({ done_at: "2026-05-02T09:00:00Z", may_label: false })).toMatch(/^Your passes are done/)
  })
})

describe("a lead", () => {
  it("is sent to People while nobody may label anything", () => {
    const study = studyWith({ assignments: 0, sessions_ready: 0, sessions_without_consent: 6 })

    expect(next(study)).toMatchObject({ step: "sessions", to: "/studies/$slug/people" })
  })

  it.each([
    [{ sessions_unassigned: 2 }, "assign", "/studies/$slug/raters"],
    [{}, "agreement", "/studies/$slug/agreement"],
    [{ sessions_rated_twice: 0 }, undefined, "/studies/$slug/raters"],
  ])("is told that labels are the raters' to give, and what can be done meanwhile: %o", (counts, step, to) => {
    const told = next(studyWith({ annotations_complete: 528, ...counts }))

    expect(told.sentence).toMatch(/^60 labels are still to come from the raters. Meanwhile /)
    expect(told).toMatchObject({ step, to })
  })

  it("freezes a release where nothing speaks against it", () => {
    expect(next(studyWith())).toMatchObject({ step: "release", to: "/studies/$slug/releases/new" })
  })

  const oneClient: Fault = { code: "one_client", message: "All turns are of one client." }
  const noTurn: Fault = { code: "no_turn", message: "No turn has consent to training." }
  it.each<[Fault, Partial<Study["counts"]>, string]>([
    [noTurn, {}, "/studies/$slug/people"],
    [oneClient, { clients: 1 }, "/studies/$slug/import"],
    [oneClient, { sessions_unassigned: 1 }, "/studies/$slug/raters"],
    [oneClient, { turns_to_compute: 4 }, "/studies/$slug/review"],
    [oneClient, { turns_unsettled: 4 }, "/studies/$slug/disagreements"],
    [oneClient, {}, "/studies/$slug/people"],
  ])("reads why no release can be frozen, and what comes first: %o %o", (release_fault, counts, to) => {
    const told = next(studyWith(counts, { release_fault }))

    expect(told.sentence).toContain(`No release can be frozen yet. ${release_fault.message} `)
    expect(told.to).toBe(to)
  })
})

it("tells the steward of a release that waits for approval, also after an earlier one had it", () => {
  const study = studyWith({ releases: 2, releases_approved: 1, releases_to_approve: 1 }, { my_roles: ["steward"] })

  expect(next(study).to).toBe("/studies/$slug/releases")
})

it("tells the steward of sessions whose people were never asked for consent", () => {
  const study = studyWith({ sessions_without_consent: 2, sessions_unasked: 1 }, { my_roles: ["steward"] })

  expect(next(study)).toMatchObject({
    sentence: "1 session waits for consent to label. Record what the people agreed to.",
    to: "/studies/$slug/people",
  })
})

it("tells the engineer of an approved release on which nothing has run", () => {
  const study = studyWith({ releases: 1, releases_approved: 1, releases_usable: 1 }, { my_roles: ["engineer"] })

  expect(next(study).to).toBe("/studies/$slug/runs/new")
})

describe("once somebody in the only release has withdrawn", () => {
  const gone = { releases: 1, releases_approved: 1, releases_withdrawn: 1, turns_settled: 84 }

  it("sends the lead to freeze a new one", () => {
    expect(next(studyWith(gone))).toMatchObject({ step: "release", to: "/studies/$slug/releases/new" })
    expect(next(studyWith(gone)).sentence).toMatch(/^Somebody has withdrawn/)
  })

  it.each(["engineer", "steward"] as const)("offers the %s no run, and says whose turn it is", (role) => {
    expect(next(studyWith(gone, { my_roles: [role] }))).toMatchObject({ to: "/studies/$slug/releases" })
    expect(next(studyWith(gone, { my_roles: [role] })).sentence).toMatch(/lead freezes a new one/)
  })

  it("goes on as ever where a later release is of use", () => {
    const study = studyWith(
      { ...gone, releases: 2, releases_approved: 2, releases_usable: 1 },
      { my_roles: ["engineer"] },
    )

    expect(next(study).to).toBe("/studies/$slug/runs/new")
  })
})

import { expect, it } from "vitest"

import type { Study } from "../api/types"
import { stepsOf } from "./steps"
import { studyWith } from "./test-study"

const waiting = (of: Study) =>
  Object.fromEntries(stepsOf(of).flatMap(({ key, waits }) => (waits ? [[key, waits]] : [])))
const stepOf = (of: Study, key: string) => stepsOf(of).find((step) => step.key === key)

it("says at each step what waits, and nothing where nothing does", () => {
  expect(waiting(studyWith())).toEqual({})
  expect(
    waiting(
      studyWith({
        ...{ sessions_ready: 5, passes_to_assign: 24, annotations_complete: 587, turns_to_compute: 2 },
        ...{ review_turns: 10, review_turns_done: 4, disagreements_open: 5, releases_to_approve: 1 },
      }),
    ),
  ).toEqual({
    sessions: "1 to prepare",
    assign: "24 passes to assign",
    label: "1 label to come from the raters",
    consensus: "2 turns to compute",
    review: "6 turns to review",
    settle: "5 disagreements to decide",
    release: "1 to approve",
  })
})

it("says of sessions without consent that they wait for it, and not for being prepared", () => {
  const step = stepOf(studyWith({ sessions_ready: 5, sessions_without_consent: 1 }), "sessions")

  expect(step).toMatchObject({ waits: null, lacksConsent: "1 session without consent to label" })
})

it("promises no agreement before two raters have labelled in one session", () => {
  const stands = (n: number) => stepOf(studyWith({ sessions_rated_twice: n }), "agreement")?.stands

  expect(stands(0)).toBe("needs two raters on the same session")
  expect(stands(1)).toBe("how far the raters agree, question by question")
})

it("counts no release as done that can no longer be trained on, and says what to do", () => {
  const step = stepOf(studyWith({ releases: 1, releases_approved: 1, releases_withdrawn: 1 }), "release")

  expect(step).toMatchObject({
    stands: "1 of 1 approved, 1 no longer usable for training",
    waits: "freeze a new one",
  })
})

it("names the turns with a majority to accept, beside the disagreements", () => {
  const waits = (n: number) => stepOf(studyWith({ disagreements_open: n, turns_to_accept: 701 }), "settle")?.waits

  expect(waits(25)).toBe("25 disagreements to decide, 701 turns with a majority to accept")
  expect(waits(0)).toBe("701 turns with a majority to accept")
})

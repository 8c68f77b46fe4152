import { expect, test } from "vitest"

import type { Construct, ScoreValue } from "../../../api/types"
import { construct } from "../../../test-construct"
import type { Change } from "../queue/change"
import { isAsked, NOTHING_RECORDED, openQuestions, withPending } from "./answers"

const CONSTRUCTS = [
  construct("incongruence"),
  construct("direction", { asked_when: { incongruence: ["minimizing", "contradiction"] } }),
  construct("comment", { scale: "text", is_required: false }),
]

const change = (key: string, value: ScoreValue): Change => ({
  clientKey: key,
  username: "asha",
  order: 1,
  assignment: 1,
  turnRevision: 1,
  turn: "t1",
  construct: key,
  value,
  seen: null,
  version: 0,
  refusal: null,
})

test("the direction is asked for only where words and face disagree", () => {
  const [, direction] = CONSTRUCTS as [Construct, Construct]
  expect(isAsked(direction, { incongruence: "minimizing" })).toBe(true)
  expect(isAsked(direction, { incongruence: "none" })).toBe(false)
  expect(isAsked(direction, {})).toBe(false)
})

test("a turn is complete when every required question that is asked has its answer", () => {
  const begun = withPending(NOTHING_RECORDED, [change("incongruence", "minimizing")], CONSTRUCTS)
  expect(begun.is_complete).toBe(false)
  expect(openQuestions(begun, CONSTRUCTS).map(({ key }) => key)).toEqual(["direction"])

  expect(withPending(begun, [change("direction", "opposed")], CONSTRUCTS).is_complete).toBe(true)
})

test("an answer that is no longer asked for goes", () => {
  const pending = [change("incongruence", "minimizing"), change("direction", "opposed"), change("incongruence", "none")]
  expect(withPending(NOTHING_RECORDED, pending, CONSTRUCTS)).toMatchObject({
    scores: { incongruence: "none" },
    is_complete: true,
  })
})

test("a turn that can't be judged is complete, and open again when that is taken back", () => {
  const given = withPending(NOTHING_RECORDED, [change("cannot_judge", "the face is hidden")], CONSTRUCTS)
  expect(given).toMatchObject({ cannot_judge: "the face is hidden", is_complete: true })
  expect(withPending(given, [change("cannot_judge", null)], CONSTRUCTS).is_complete).toBe(false)
})

import { describe, expect, it } from "vitest"

import type { Session } from "../../api/corpus"
import type { Assignment, PassKind } from "../../api/types"
import { passKindsOf, planOf, progressOf } from "./planning"

const session = (id: number, mayLabel = true, hasPicture = true): Session => ({
  id,
  number: id,
  key: `S00${id}`,
  title: "",
  state: "ready",
  client: "C-01",
  counsellor: null,
  duration_ms: null,
  n_turns: 20,
  n_client_turns: 10,
  n_frames_missing: 0,
  has_video: hasPicture,
  has_picture: hasPicture,
  consent: { view: true, annotate: mayLabel, train: true },
  job: null,
  created_at: "2026-01-01T00:00:00Z",
})
const assignment = (rater: string, of: number, pass_kind: PassKind, rest: Partial<Assignment> = {}): Assignment => ({
  id: 1,
  rater,
  session: { id: of, key: `S00${of}`, title: "", duration_ms: null, has_video: false },
  pass_kind,
  n_turns: 10,
  n_complete: 0,
  n_to_confirm: 0,
  may_label: true,
  done_at: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: null,
  waits_for: null,
  ...rest,
})

describe("what will be assigned", () => {
  it("is what each session lacks, and nothing where its raters are there", () => {
    const given = [assignment("R1", 1, "together"), assignment("R2", 1, "together"), assignment("R1", 2, "together")]

    const plan = planOf([session(1), session(2), session(3)], given, { kinds: ["together"], ratersPerTurn: 2 })

    expect(plan.sessions).toEqual([
      { key: "S002", nPasses: 1 },
      { key: "S003", nPasses: 2 },
    ])
    expect(plan.nPasses).toBe(3)
  })

  it("is no pass through the face of a session without a picture", () => {
    const sessions = [session(1), session(2, true, false), session(3, false, false)]

    const plan = planOf(sessions, [], { kinds: ["words", "face"], ratersPerTurn: 2 })

    expect(plan.sessions.map(({ nPasses }) => nPasses)).toEqual([4, 2])
    expect(plan.withoutPicture).toEqual(["S002"])
    expect(planOf(sessions, [], { kinds: ["words"], ratersPerTurn: 2 }).withoutPicture).toEqual([])
  })

  it("counts each pass for itself", () => {
    const given = [assignment("R1", 1, "words"), assignment("R2", 1, "words")]

    const plan = planOf([session(1)], given, { kinds: ["words", "face"], ratersPerTurn: 2 })

    expect(plan.nPasses).toBe(2)
  })

  it("leaves sessions without consent out, and says so", () => {
    const plan = planOf([session(1, false)], [], { kinds: ["together"], ratersPerTurn: 2 })

    expect(plan).toEqual({ sessions: [], nPasses: 0, leftOut: ["S001"], withoutPicture: [] })
  })
})

it("asks for words and face before both together, in studies that ask them apart", () => {
  expect(passKindsOf({ has_channel_passes: true })).toEqual(["words", "face", "together"])
  expect(passKindsOf({ has_channel_passes: false })).toEqual(["together"])
})

it("adds up each rater's passes, and shows one without any", () => {
  const given = [
    assignment("R1", 1, "together", {
      n_complete: 10,
      done_at: "2026-02-01T00:00:00Z",
      updated_at: "2026-02-01T00:00:00Z",
    }),
    assignment("R1", 2, "together", { n_complete: 3, updated_at: "2026-03-01T00:00:00Z" }),
  ]

  expect(progressOf(["R1", "R2"], given)).toEqual([
    { rater: "R1", nPasses: 2, nDone: 1, nTurns: 20, nComplete: 13, latestAt: "2026-03-01T00:00:00Z" },
    { rater: "R2", nPasses: 0, nDone: 0, nTurns: 0, nComplete: 0, latestAt: null },
  ])
})

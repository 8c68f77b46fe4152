import { expect, it } from "vitest"

import { paceOf, withSample, type Sample } from "./pace"

const taken = (samples: Sample[]) => samples.reduce<Sample[]>(withSample, [])

it("tells bytes a second once there is a second to tell them by", () => {
  expect(paceOf(taken([{ atMs: 0, bytes: 0 }]))).toBeNull()
  expect(paceOf(taken([{ atMs: 0, bytes: 0 }, { atMs: 500, bytes: 900 }]))).toBeNull() // prettier-ignore
  expect(paceOf(taken([{ atMs: 0, bytes: 0 }, { atMs: 2000, bytes: 900 }]))).toBe(450) // prettier-ignore
})

it("follows a line that has become slow", () => {
  const fast = Array.from({ length: 10 }, (_, second) => ({ atMs: second * 1000, bytes: second * 1_000_000 }))
  const slow = Array.from({ length: 9 }, (_, second) => ({ atMs: 10_000 + second * 1000, bytes: 9_000_000 + second }))

  expect(paceOf(taken(fast))).toBe(1_000_000)
  expect(paceOf(taken([...fast, ...slow]))).toBe(1)
})

it("starts afresh where the server had less than was thought sent", () => {
  expect(withSample([{ atMs: 0, bytes: 500 }], { atMs: 9, bytes: 300 })).toEqual([{ atMs: 9, bytes: 300 }])
})

import { expect, test } from "vitest"

import { wordDiff } from "./words"

const told = (before: string, after: string) => wordDiff(before, after).map(({ kind, text }) => [kind, text.trim()])

test("a word put right is the only one that differs", () => {
  expect(told("I'm fine, really.", "I'm fired, really.")).toEqual([
    ["same", "I'm"],
    ["gone", "fine,"],
    ["new", "fired,"],
    ["same", "really."],
  ])
})

test("words that came in or went stand alone", () => {
  expect(told("no no no", "no no")).toEqual([
    ["same", "no no"],
    ["gone", "no"],
  ])
  expect(told("", "Yes.")).toEqual([["new", "Yes."]])
})

test("what is the same and new, read in order, is the text as it is now", () => {
  const after = "It was  late, and  nobody came home."

  const pieces = wordDiff("It was late and then somebody came home", after)

  expect(
    pieces
      .filter(({ kind }) => kind !== "gone")
      .map(({ text }) => text)
      .join(""),
  ).toBe(after)
})

test("texts of thousands of words are compared in a moment", () => {
  const before = Array.from({ length: 6000 }, (_, n) => `a${n}`).join(" ")
  const after = Array.from({ length: 6000 }, (_, n) => `b${n}`).join(" ")
  const begun = performance.now()

  wordDiff(before, after)

  expect(performance.now() - begun).toBeLessThan(500)
})

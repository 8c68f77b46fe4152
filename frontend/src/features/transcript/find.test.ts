import { expect, test } from "vitest"

import type { SessionTurn } from "../../api/corpus"
import { testClip } from "../../components/test-clip"
import { hitsOf, nextOf, piecesOf } from "./find"

const turns: SessionTurn[] = ["I was FINE.", "You were?", "Fine, caf\u00e9 and all."].map((text, position) => ({
  id: `turn-${position}`,
  position,
  speaker: position === 1 ? "Dr. Kim" : "Ana",
  role: "client" as const,
  start_ms: null,
  end_ms: null,
  clip: testClip(null, null),
  text,
  backchannels: [],
  has_frame: false,
  frame_missing: null,
}))
const places = (looked: string) => hitsOf(turns, looked).map(({ position }) => position)

test("words and speakers are found whatever their case and the encoding of accents", () => {
  expect(places("fine")).toEqual([0, 2])
  expect(places(" kim ")).toEqual([1])
  expect(places("cafe\u0301")).toEqual([2])
  expect(places("  ")).toEqual([])
})

test("hits follow each other both ways, and begin anew past the end", () => {
  const hits = hitsOf(turns, "fine")

  expect(nextOf(hits, 0, 1)?.position).toBe(2)
  expect(nextOf(hits, 2, 1)?.position).toBe(0)
  expect(nextOf(hits, 0, -1)?.position).toBe(2)
  expect(nextOf([], 0, 1)).toBeUndefined()
})

test("every place in a text is marked and no letter is lost", () => {
  expect(piecesOf("No, no 👍 NO", "no").filter(({ isHit }) => isHit)).toHaveLength(3)
  for (const text of ["No, no 👍 NO", "İno", ""]) {
    expect(
      piecesOf(text, "no")
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text)
  }
})

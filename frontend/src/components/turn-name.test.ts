import { expect, test } from "vitest"

import { clipName, turnName } from "./turn-name"

test("a turn's place counts from 1, as on the page of its session", () => {
  expect(turnName("S001", 0)).toBe("S001 · turn 1")
  expect(clipName("S001", 3)).toBe("Clip of S001, turn 4")
})

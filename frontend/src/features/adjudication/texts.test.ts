import { expect, it } from "vitest"

import { texts } from "./texts"

it("says how many gold labels were made, and counts no disagreement where none is open", () => {
  const taken = (settled: number, left_open = 0, left_waiting = left_open, taken_back = 0) =>
    texts.queue.taken({ settled, few_raters: 0, taken_back, left_open, left_waiting })
  expect(taken(34)).toBe("34 gold labels were made; no disagreement is open.")
  expect(taken(1, 2)).toBe("1 gold label was made; 2 disagreements are still open.")
  expect(taken(1, 2, 1, 3)).toBe(
    "1 gold label was made; 3 taken back; 2 disagreements are still open, 1 of them without consent to label.",
  )
})

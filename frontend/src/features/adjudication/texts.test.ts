import { expect, it } from "vitest"

import { texts } from "./texts"

it("says how many gold labels were made, and counts no disagreement where none is open", () => {
  expect(texts.queue.taken(34, 0, 0)).toBe("34 gold labels were made; no disagreement is open.")
  expect(texts.queue.taken(1, 2, 0)).toBe("1 gold label was made; 2 disagreements are still open.")
  expect(texts.queue.taken(1, 2, 1)).toBe(
    "1 gold label was made; 2 disagreements are still open, 1 of them without consent to label.",
  )
})

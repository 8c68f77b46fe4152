import { expect, it } from "vitest"

import { texts } from "./texts"

it("says in a plain sentence that the sessions are prepared", () => {
  expect(texts.progress.done(1)).toBe("The one session with a recording is prepared.")
  expect(texts.progress.done(12)).toBe("All 12 sessions with a recording are prepared.")
})

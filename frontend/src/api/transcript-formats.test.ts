import { expect, it } from "vitest"

import { formatName } from "./transcript-formats"

it("calls a format as people do, and one that it does not know by its own word", () => {
  expect(["webvtt", "textgrid", "docx", "newest-of-all"].map(formatName)).toEqual([
    "WebVTT",
    "Praat TextGrid",
    "Word",
    "newest-of-all",
  ])
})

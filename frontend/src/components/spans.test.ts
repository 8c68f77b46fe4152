import { expect, test } from "vitest"

import { spanAt, windowAround } from "./spans"

const FIRST = { start_ms: 80_000, end_ms: 84_000 }
const SECOND = { start_ms: 84_000, end_ms: 88_000 }
const SPANS = [FIRST, SECOND]

test("at a border that two share only the next one is meant", () => {
  expect(spanAt(SPANS, 83_999)).toBe(FIRST)
  expect(spanAt(SPANS, 84_000)).toBe(SECOND)
})

test("before all of them and from the end of the last on there is none", () => {
  expect(spanAt(SPANS, 0)).toBeUndefined()
  expect(spanAt(SPANS, 88_000)).toBeUndefined()
})

test("of two that overlap it is the later, and one without an end lasts until the next", () => {
  const open = { start_ms: 86_000, end_ms: null }
  expect(spanAt([...SPANS, open], 85_999)).toBe(SECOND)
  expect(spanAt([...SPANS, open], 86_000)).toBe(open)
  expect(spanAt([open, ...SPANS], 500_000)).toBe(open)
  expect(spanAt([{ start_ms: null, end_ms: null }], 0)).toBeUndefined()
})

test("the stretch that is drawn holds the span and stays within the recording", () => {
  expect(windowAround({ start_ms: 10_000, end_ms: 20_000 }, 60_000, 30_000)).toEqual({ from: 0, to: 30_000 })
  expect(windowAround({ start_ms: 58_000, end_ms: 60_000 }, 60_000, 30_000)).toEqual({ from: 30_000, to: 60_000 })
  expect(windowAround({ start_ms: 0, end_ms: 50_000 }, 60_000, 30_000)).toEqual({ from: 0, to: 60_000 })
  expect(windowAround(undefined, 60_000, 30_000)).toEqual({ from: 0, to: 30_000 })
})

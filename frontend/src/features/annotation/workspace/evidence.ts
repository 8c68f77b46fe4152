import type { ScoreValue, Span } from "../../../api/types"
import { toCodePoints } from "./turns"

export const spansIn = (value: ScoreValue | undefined): Span[] => (Array.isArray(value) ? value : [])

/** The list with one more span, in order; the same one twice is one. */
export function withSpan(spans: Span[], span: Span): Span[] {
  const others = spans.filter((each) => JSON.stringify(each) !== JSON.stringify(span))
  return [...others, span].sort((a, b) => place(a) - place(b))
}

/** Passages first, by place in the text; then words that no longer stand; then moments, by time. */
function place(span: Span): number {
  if ("start" in span) return span.start - 1e12
  if ("quote" in span) return -1
  return "at_ms" in span ? span.at_ms : span.start_ms
}

/** The words selected on the page, as a passage of the text shown in `element`; null when nothing of it is selected. */
export function selectedPassage(element: Element | null): { start: number; end: number } | null {
  const selection = window.getSelection()
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(element)) return null

  const before = document.createRange()
  before.selectNodeContents(element)
  const text = before.toString()
  const inside = before.cloneRange()
  if (before.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    inside.setStart(range.startContainer, range.startOffset)
  if (before.compareBoundaryPoints(Range.END_TO_END, range) > 0) inside.setEnd(range.endContainer, range.endOffset)
  before.setEnd(inside.startContainer, inside.startOffset)

  const raw = inside.toString()
  const from = before.toString().length + (raw.length - raw.trimStart().length)
  const to = from + raw.trim().length
  return from < to ? { start: toCodePoints(text, from), end: toCodePoints(text, to) } : null
}

/** A text cut at the borders of its passages, for showing which parts are marked. */
export function marked(text: string, spans: Span[]): { text: string; isMarked: boolean }[] {
  const points = Array.from(text)
  const flags = points.map((_, index) =>
    spans.some((span) => "start" in span && index >= span.start && index < span.end),
  )
  const pieces: { text: string; isMarked: boolean }[] = []
  points.forEach((point, index) => {
    const last = pieces.at(-1)
    if (last && last.isMarked === flags[index]) last.text += point
    else pieces.push({ text: point, isMarked: flags[index] ?? false })
  })
  return pieces
}

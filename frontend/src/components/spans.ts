/** A stretch of time; one without an end lasts until something else begins. */
export type Span = { start_ms: number | null; end_ms: number | null }

/** The span that a moment lies in. Where one ends as the next begins, it is the next; where spans overlap, the later. */
export function spanAt<Timed extends Span>(spans: readonly Timed[], ms: number): Timed | undefined {
  let found: Timed | undefined
  for (const span of spans) {
    if (span.start_ms === null || ms < span.start_ms || (span.end_ms !== null && ms >= span.end_ms)) continue
    if (!found || span.start_ms >= (found.start_ms ?? 0)) found = span
  }
  return found
}

/** The stretch that is drawn round a span: it with some of what surrounds it, `widthMs` or longer, in the recording. */
export function windowAround(
  span: Span | undefined,
  durationMs: number,
  widthMs: number,
): { from: number; to: number } {
  const start = span?.start_ms ?? 0
  const end = span?.end_ms ?? start
  const width = Math.min(durationMs, Math.max(widthMs, (end - start) * 1.5))
  const from = Math.max(0, Math.min((start + end - width) / 2, durationMs - width))
  return { from, to: from + width }
}

/** How much had been sent at a moment of `performance.now()`. */
export type Sample = { atMs: number; bytes: number }

/** Long enough to even out how a line falters, short enough to follow it. */
const WINDOW_MS = 8_000
const LEAST_MS = 1_000

/** The samples of the last seconds with a new one. Where fewer bytes have arrived than before, they start afresh. */
export function withSample(samples: Sample[], sample: Sample): Sample[] {
  const latest = samples.at(-1)
  if (latest && sample.bytes < latest.bytes) return [sample]
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS), sample]
}

/** Bytes a second over the samples; null while there is too little to tell it by. */
export function paceOf(samples: Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.atMs - first.atMs < LEAST_MS || last.bytes === first.bytes) return null
  return ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000
}

/** Signed bytes, lowest and highest in turn, `perS` such pairs a second; the loudest of all fills the height. */
export type Peaks = { values: Int8Array; perS: number; loudest: number }

export const peaksOf = (values: Int8Array, perS: number): Peaks => ({
  values,
  perS,
  loudest: values.reduce((loudest, value) => Math.max(loudest, Math.abs(value)), 0),
})

const COLUMNS = 500

/** The outline of the sound between two moments, in a box of 1000 by 256. */
export function wavePath({ values, perS, loudest }: Peaks, fromMs: number, toMs: number): string {
  const n = values.length / 2
  const first = (fromMs / 1000) * perS
  const perColumn = (((toMs - fromMs) / 1000) * perS) / COLUMNS
  const scale = 120 / Math.max(8, loudest)
  const [upper, lower]: [string[], string[]] = [[], []]
  for (let column = 0; column < COLUMNS; column += 1) {
    const begin = Math.floor(first + column * perColumn)
    const end = Math.min(n, Math.max(begin + 1, Math.floor(first + (column + 1) * perColumn)))
    let [low, high] = [0, 0]
    for (let peak = Math.max(0, begin); peak < end; peak += 1) {
      low = Math.min(low, values[2 * peak] ?? 0)
      high = Math.max(high, values[2 * peak + 1] ?? 0)
    }
    const x = (1000 * column) / COLUMNS
    upper.push(`${x} ${(127 - scale * high).toFixed(1)}`)
    lower.unshift(`${x} ${(129 - scale * low).toFixed(1)}`)
  }
  return `M${upper.join("L")}L${lower.join("L")}Z`
}

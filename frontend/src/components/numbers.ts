/** Figures and times as people read them. */

/** A coefficient with two decimals and no leading zero: .71, −.05, 1.00. No value is a dash. */
export function coefficient(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined) return "–"
  return value
    .toFixed(digits)
    .replace(/^-(0\.?0*)$/, "$1") // What rounds to nothing has no sign.
    .replace(/^(-?)0\./, "$1.")
    .replace("-", "−")
}

/** The bounds of an interval: .71 to .93. */
export const bounds = (low: number | null | undefined, high: number | null | undefined): string =>
  `${coefficient(low)} to ${coefficient(high)}`

/** A share of 1 as "84 %". */
export const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined ? "–" : `${(share * 100).toFixed(digits)} %`

/** Media time: 12:39.4, with hours only where there are some; `tenths: false` gives 12:39. */
export function mediaTime(ms: number, { tenths = true } = {}): string {
  const units = tenths ? Math.floor(ms / 100) : Math.floor(ms / 1000) * 10
  const seconds = Math.floor(units / 10)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const tail = String(seconds % 60).padStart(2, "0") + (tenths ? `.${units % 10}` : "")
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`
}

/** 14:02:11 today in the reader's zone. */
export const clockTime = (at: Date | string | number): string =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })

/** 30 Nov 2026, 14:02 in the reader's zone. */
export const dateTime = (at: string): string =>
  new Date(at).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  })

/** 30 Nov 2026 in the reader's zone. */
export const date = (at: string): string =>
  new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })

/** The same of a day that belongs to no zone, `2026-11-30`. */
export const day = (on: string): string => date(on.length === 10 ? `${on}T00:00` : on)

/** 1,248 */
export const count = (n: number): string => n.toLocaleString("en-GB")

/** "1 turn", "12 turns" */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`

/** "R1", "R1 and R2", "R1, R2 and R3" */
export const listed = (names: string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** 340 kB, 1.2 GB: in powers of ten, as discs and the server's limits are told. */
export function fileSize(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const figure = bytes / 1000 ** power
  return `${power > 1 && figure < 100 ? figure.toFixed(1) : Math.round(figure)} ${["B", "kB", "MB", "GB"][power]}`
}

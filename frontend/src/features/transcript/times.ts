/** Times as a person types them. */
import type { SessionTurn } from "../../api/corpus"

/** 12:39.400; empty where there is none. */
export function timeText(ms: number | null): string {
  if (ms === null) return ""
  const seconds = Math.floor(ms / 1000)
  const tail = `${String(seconds % 60).padStart(2, "0")}.${String(ms % 1000).padStart(3, "0")}`
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`
}

/** Milliseconds of "12:39.4", "1:02:03", "759,4"; null of an empty text; undefined of what is no time. */
export function readTime(text: string): number | null | undefined {
  const told = text.trim().replace(",", ".")
  if (told === "") return null
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(told)) return undefined
  const seconds = told.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(seconds * 1000)
}

export type Side = "start_ms" | "end_ms"
export type Times = Pick<SessionTurn, Side>

/** The times with one side moved: a border never passes the other one or the recording's ends. */
export function withSide(times: Times, side: Side, ms: number, durationMs: number | null): Times {
  const last = durationMs === null ? Infinity : durationMs
  if (side === "start_ms") {
    // A turn has to begin within the recording.
    return { ...times, start_ms: Math.round(Math.max(0, Math.min(ms, times.end_ms ?? Infinity, last - 1))) }
  }
  return { ...times, end_ms: Math.round(Math.min(last, Math.max(ms, times.start_ms ?? 0))) }
}

import type { KeyboardEvent } from "react"

/** In a field of several lines, Enter saves; Shift Enter begins a new line. */
export function enterSaves(event: KeyboardEvent, save: () => void): void {
  if (event.key !== "Enter" || event.shiftKey) return
  event.preventDefault()
  save()
}

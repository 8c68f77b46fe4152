import { useDebouncedCallback } from "@mantine/hooks"
import { useState } from "react"

/** How long a person may pause between two moves. */
const PAUSE_MS = 600

export type Moved<Kept extends number | null = number | null> = {
  ms: number | Kept
  move: (ms: number) => void
  isSaved: boolean
  error: Error | null
}

/**
 * A moment or a distance that a person moves: it holds at once on the page, and on the server once they stop moving it
 * or leave. Until they move it, it is what the server has, which may still be unknown.
 */
export function useMoved<Kept extends number | null>(
  kept: Kept,
  { save, error }: { save: (ms: number) => void; error: Error | null },
): Moved<Kept> {
  const [said, setSaid] = useState<number | null>(null)
  const saveSoon = useDebouncedCallback(save, { delay: PAUSE_MS, flushOnUnmount: true })
  const ms: number | Kept = said ?? kept
  const move = (to: number) => {
    setSaid(to)
    saveSoon(to)
  }
  return { ms, move, isSaved: ms === kept, error: ms === kept ? null : error }
}

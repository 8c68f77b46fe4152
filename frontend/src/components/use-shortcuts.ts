import { useEffect, useRef } from "react"

import { belongsToControl, isElsewhere, take } from "./page-keys"

/** What a key does, by KeyboardEvent.key; letters in lower case. */
export type Shortcuts = Record<string, (() => void) | undefined>

/**
 * Keys of a page. They are silent while someone types or a dialog is open; Space and Enter stay with a button or link
 * that was reached by Tab, and combinations with Control, Alt or the command key with the browser.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isElsewhere(event) || belongsToControl(event)) return
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      take(event)
      act()
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

import { useEffect, useRef } from "react"

/** What a key does, by KeyboardEvent.key; letters in lower case. */
export type Shortcuts = Record<string, (() => void) | undefined>

/**
 * Keys of a page. They are silent while someone types or a dialog is open; Space and Enter stay with a button or link
 * that has the focus, and combinations with Control, Alt or the command key with the browser.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || belongsToControl(event) || document.querySelector("[role=dialog]")) return
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("textarea, select, input:not([type=radio], [type=checkbox])")

const belongsToControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === " " || key === "Enter") && target instanceof HTMLElement && target.matches("button, a, summary")

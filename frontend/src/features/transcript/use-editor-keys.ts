import { useEffect, useRef } from "react"

import { useShortcuts, type Shortcuts } from "../../components/use-shortcuts"

/** The editor's keys, with Ctrl Z for undo beside its plain key; in a text field Ctrl Z is the browser's. */
export function useEditorKeys(shortcuts: Shortcuts): void {
  useShortcuts(shortcuts)
  const undo = useRef(shortcuts.u)
  undo.current = shortcuts.u

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (!isUndo || event.defaultPrevented || document.querySelector("[role=dialog]")) return
      if (event.target instanceof HTMLElement && event.target.matches("textarea, input, select")) return
      event.preventDefault()
      undo.current?.()
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

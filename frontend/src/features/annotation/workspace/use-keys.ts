import { useEffect, useRef } from "react"

import { belongsToControl, isElsewhere, take } from "../../../components/page-keys"
import { commandOf, type Command } from "./key-map"

type Handlers = {
  /** Pick the level this key stands for, if it stands for one. Asked before the commands for the focused question. */
  pickFocused: (key: string) => boolean
  run: (command: Command) => void
  /** The same for the other questions, where no command has the key. */
  pickAnywhere: (key: string) => boolean
}

/**
 * One listener for the whole page. It is silent while someone types, or a dialog is open, and leaves Space and Enter to a
 * button that was reached by Tab.
 */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return
      const { pickFocused, run, pickAnywhere } = latest.current
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      const command = commandOf(event)
      if (isPlain && pickFocused(event.key)) take(event)
      else if (command && !belongsToControl(event)) {
        take(event)
        run(command)
      } else if (isPlain && pickAnywhere(event.key)) take(event)
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

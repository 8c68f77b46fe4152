import { useEffect, useRef } from "react"

import { commandOf, type Command } from "./key-map"

type Handlers = {
  /** Pick the level this key stands for, if it stands for one. Asked before the commands for the focused question. */
  pickFocused: (key: string) => boolean
  run: (command: Command) => void
  /** The same for the other questions, where no command has the key. */
  pickAnywhere: (key: string) => boolean
}

/** One listener for the whole page. It is silent while someone types, or a dialog is open. */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector("[role=dialog]")) return
      const { pickFocused, run, pickAnywhere } = latest.current
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      const command = commandOf(event)
      if (isPlain && pickFocused(event.key)) event.preventDefault()
      else if (command && !belongsToControl(event)) {
        event.preventDefault()
        run(command)
      } else if (isPlain && pickAnywhere(event.key)) event.preventDefault()
    }
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("textarea, select, [contenteditable=true], input:not([type=radio])")

/** Space and Enter press the button or follow the link that has the focus. */
const belongsToControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === " " || key === "Enter") && target instanceof HTMLElement && target.matches("button, a, summary")

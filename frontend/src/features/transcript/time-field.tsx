import { TextInput } from "@mantine/core"
import { useState, type KeyboardEvent, type Ref } from "react"

import { texts } from "./texts"
import { readTime, timeText } from "./times"

type Props = {
  label: string
  value: number | null
  /** While the person steps or types; it is not kept yet. */
  onChange: (ms: number) => void
  /** Keep what stands there; null takes the time away. */
  onKeep: (ms: number | null) => void
  inputRef?: Ref<HTMLInputElement>
}

/** A time in words a person types: 12:39.4. Arrow keys move it by 10 ms, with Shift by 100. */
export function TimeField({ label, value, onChange, onKeep, inputRef }: Props) {
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? value : readTime(typed)

  const keep = () => {
    if (read === undefined) return
    setTyped(undefined)
    if (typed !== undefined || read !== null) onKeep(read)
  }
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0
    if (step && typeof read === "number") {
      event.preventDefault()
      setTyped(undefined)
      onChange(Math.max(0, read + step * (event.shiftKey ? 100 : 10)))
    }
    if (event.key === "Enter") keep()
    if (event.key === "Escape") {
      setTyped(undefined)
      event.currentTarget.blur()
    }
  }
  return (
    <TextInput
      ref={inputRef}
      label={label}
      size="xs"
      w={120}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: "number" }}
      value={typed ?? timeText(value)}
      error={read === undefined && texts.form.notATime}
      title={texts.form.timeNote}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={key}
      onBlur={keep}
    />
  )
}

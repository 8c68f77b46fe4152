import { Modal } from "@mantine/core"
import { useMemo, useState, type KeyboardEvent } from "react"

import { texts } from "../texts"
import classes from "./form.module.css"
import { toCodePoints } from "./turns"

type Props = {
  isOpen: boolean
  onClose: () => void
  text: string
  onPick: (passage: { start: number; end: number }) => void
}

/** Marking words without a mouse: the first word, then the last one. */
export function WordPicker({ isOpen, onClose, text, onPick }: Props) {
  const [first, setFirst] = useState<number>()
  /** The word that Tab leads to. */
  const [at, setAt] = useState(0)
  const words = useMemo(
    () =>
      [...text.matchAll(/\S+/g)].map((match) => ({
        word: match[0],
        from: match.index,
        to: match.index + match[0].length,
      })),
    [text],
  )

  const close = () => {
    setFirst(undefined)
    setAt(0)
    onClose()
  }
  const press = (index: number) => {
    if (first === undefined) {
      setFirst(index)
      return
    }
    const from = words[Math.min(first, index)]?.from ?? 0
    const to = words[Math.max(first, index)]?.to ?? 0
    onPick({ start: toCodePoints(text, from), end: toCodePoints(text, to) })
    close()
  }

  /** One tab stop for all words: arrows lead along them, up and down from line to line. */
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll("button")]
    const at = all.findIndex((each) => each === document.activeElement)
    const to = wordAt(all, at, event.key)
    if (!to) return
    event.preventDefault()
    to.focus()
  }

  return (
    <Modal opened={isOpen} onClose={close} title={texts.form.evidence.choose} size="lg">
      <p className="small">{texts.form.evidence.chooseNote}</p>
      <div className={classes.words} role="group" aria-label={texts.form.evidence.words} onKeyDown={move}>
        {words.map(({ word, from }, index) => (
          <button
            key={from}
            type="button"
            aria-pressed={first === index}
            tabIndex={index === at ? 0 : -1}
            data-autofocus={index === 0 || undefined}
            onFocus={() => setAt(index)}
            onClick={() => press(index)}
          >
            {word}
          </button>
        ))}
      </div>
    </Modal>
  )
}

/** Where a key leads from the word at `at`; undefined for other keys. */
function wordAt(all: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === "Home") return all[0]
  if (key === "End") return all.at(-1)
  if (key === "ArrowRight") return all[at + 1]
  if (key === "ArrowLeft") return all[at - 1]
  const from = all[at]
  if (!from || (key !== "ArrowDown" && key !== "ArrowUp")) return undefined
  const beyond = all.filter((each) =>
    key === "ArrowDown" ? each.offsetTop > from.offsetTop : each.offsetTop < from.offsetTop,
  )
  const line = (key === "ArrowDown" ? beyond[0] : beyond.at(-1))?.offsetTop
  const away = (each: HTMLElement) => Math.abs(each.offsetLeft - from.offsetLeft)
  return beyond.filter(({ offsetTop }) => offsetTop === line).sort((one, other) => away(one) - away(other))[0]
}

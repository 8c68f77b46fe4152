import { Modal } from "@mantine/core"
import { useMemo, useState } from "react"

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

  return (
    <Modal opened={isOpen} onClose={close} title={texts.form.evidence.choose} size="lg">
      <p className="small">{texts.form.evidence.chooseNote}</p>
      <div className={classes.words}>
        {words.map(({ word, from }, index) => (
          <button
            key={from}
            type="button"
            aria-pressed={first === index}
            data-autofocus={index === 0 || undefined}
            onClick={() => press(index)}
          >
            {word}
          </button>
        ))}
      </div>
    </Modal>
  )
}

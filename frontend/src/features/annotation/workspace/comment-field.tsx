import { useEffect, useRef, useState } from "react"

import type { Construct, ScoreValue } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { texts } from "../texts"
import classes from "./form.module.css"

const PAUSE_MS = 700

type Props = {
  construct: Construct
  value: ScoreValue
  isDisabled: boolean
  onPick: (value: ScoreValue) => void
  /** Escape: on to where the next key is expected. */
  onLeave: () => void
}

/**
 * Free text. It is recorded at each pause in typing, and whatever way the field is left; all of it as of the turn that
 * was seen when it was begun, though the page may show other words by its end.
 */
export function CommentField({ construct, value, isDisabled, onPick, onLeave }: Props) {
  const recorded = typeof value === "string" ? value : ""
  const [draft, setDraft] = useState<string | null>(null)
  const begunWith = useRef<Props["onPick"] | null>(null)
  const latest = useRef({ draft, recorded, onPick })
  latest.current = { draft, recorded, onPick: begunWith.current ?? onPick }

  const record = useRef(() => {
    const { draft, recorded, onPick } = latest.current
    if (draft !== null && draft !== recorded) onPick(draft || null)
  }).current

  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(record, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, record])
  useEffect(() => {
    window.addEventListener("pagehide", record)
    return () => {
      window.removeEventListener("pagehide", record)
      record()
    }
  }, [record])

  return (
    <label className={classes.field} data-field={construct.key}>
      <span className={classes.legend}>
        {construct.label} <KeyHint keys="C" />
        {!construct.is_required && <small>{texts.form.optional}</small>}
      </span>
      <textarea
        rows={2}
        maxLength={4000}
        disabled={isDisabled}
        aria-keyshortcuts="c"
        placeholder={construct.question}
        value={draft ?? recorded}
        onChange={(event) => {
          begunWith.current ??= onPick
          setDraft(event.currentTarget.value)
        }}
        onKeyDown={(event) => event.key === "Escape" && onLeave()}
        // Tabbed to, a browser shows its first line alone, be it under the video. jsdom has no layout to scroll.
        onFocus={(event) => event.currentTarget.scrollIntoView?.({ block: "nearest" })}
        onBlur={() => {
          record()
          setDraft(null)
          begunWith.current = null
        }}
      />
    </label>
  )
}

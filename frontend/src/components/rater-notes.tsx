import { UnstyledButton } from "@mantine/core"
import { useState } from "react"

import type { Schemas } from "../api/types"
import { mediaTime } from "./numbers"
import classes from "./rater-notes.module.css"
import { texts } from "./texts"

export type Notes = Schemas["RaterNotesOutput"]
type Evidence = Notes["evidence"][number]

/** As much as is read at a glance beside an answer; the rest is one click away. */
const MOST_MARKS = 6
const LONGEST = 300
const say = texts.notes

/** What one rater marked and wrote beside their answers to a turn. */
export function RaterNotes({ notes: { rater, comment, evidence } }: { notes: Notes }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = comment.length > LONGEST || evidence.length > MOST_MARKS
  const marks = isWhole ? evidence : evidence.slice(0, MOST_MARKS)
  if (!comment && evidence.length === 0) return null
  return (
    <div className={classes.notes}>
      {marks.length > 0 && (
        <ul className={classes.evidence} aria-label={say.evidence(rater)}>
          {marks.map((mark, index) => (
            <li key={index} data-is-gone={mark.is_gone || undefined}>
              {nameOf(mark)}
            </li>
          ))}
        </ul>
      )}
      {comment && <p className={classes.comment}>{isWhole ? comment : shortened(comment)}</p>}
      {isLong && (
        <UnstyledButton
          className={classes.more}
          aria-label={isWhole ? say.lessOf(rater) : say.moreOf(rater)}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? say.less : say.more}
        </UnstyledButton>
      )}
    </div>
  )
}

/** The same of several raters, each by name, for where their answers are a table. */
export function NotesOfRaters({ notes }: { notes: Notes[] }) {
  if (notes.length === 0) return null
  return (
    <dl className={classes.raters} aria-label={say.title}>
      {notes.map((of) => (
        <div key={`${of.rater} ${of.pass_kind}`}>
          <dt>
            {of.rater} {of.pass_kind !== "together" && <span className="small">{texts.passKind[of.pass_kind]}</span>}
          </dt>
          <dd>
            <RaterNotes notes={of} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf({ quote, is_gone, start_ms, end_ms }: Evidence): string {
  if (quote) return is_gone ? say.gone(quote) : `“${quote}”`
  return [start_ms, end_ms]
    .filter((at) => at !== null)
    .map((at) => mediaTime(at))
    .join("–")
}

/** The beginning of a long text, cut between words where it has any. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  const words = /^[\s\S]*(?=\s)/.exec(text.slice(0, LONGEST))?.[0] ?? ""
  return `${words || Array.from(text).slice(0, LONGEST).join("")} …`
}

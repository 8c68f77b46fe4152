import type { Session } from "../../api/corpus"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = { consent: Session["consent"] }

const SCOPES = ["view", "annotate", "train"] as const

/** What everyone recorded agrees to; what is lacking is struck through and said. */
export function ConsentMarks({ consent }: Props) {
  return (
    <ul className={classes.marks}>
      {SCOPES.map((scope) => {
        const word = texts.consent[scope]
        return consent[scope] ? (
          <li key={scope} title={texts.consent.given(word)}>
            {word}
          </li>
        ) : (
          <li key={scope} title={texts.consent.lacking(word)}>
            <s aria-label={texts.consent.lacking(word)}>{word}</s>
          </li>
        )
      })}
    </ul>
  )
}

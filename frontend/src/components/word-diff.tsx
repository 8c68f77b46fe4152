import { Fragment } from "react"

import { texts } from "./texts"
import classes from "./word-diff.module.css"
import { wordDiff } from "./words"

type Props = { before: string; after: string }

/** A text as it reads now, with what was taken out struck through and what came in underlined. */
export function WordDiff({ before, after }: Props) {
  return (
    <span className={classes.text}>
      {wordDiff(before, after).map(({ kind, text }, index) =>
        kind === "same" ? (
          text
        ) : kind === "gone" ? (
          <Fragment key={index}>
            <del aria-label={texts.diff.gone(text.trim())}>{text.trim()}</del>{" "}
          </Fragment>
        ) : (
          <Fragment key={index}>
            <ins aria-label={texts.diff.fresh(text.trim())}>{text.trim()}</ins>{" "}
          </Fragment>
        ),
      )}
    </span>
  )
}

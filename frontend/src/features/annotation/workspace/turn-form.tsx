import { Button } from "@mantine/core"
import { forwardRef, type ReactNode } from "react"

import type { Annotation, Construct, ScoreValue, Turn } from "../../../api/types"
import { KeyHint } from "../../../components/key-hint"
import { clipTimes } from "../../../components/turn-clip"
import { texts } from "../texts"
import { isAsked, openQuestions } from "./answers"
import { CommentField } from "./comment-field"
import { EvidenceField } from "./evidence-field"
import classes from "./form.module.css"
import { LevelField } from "./level-field"

type Props = {
  turn: Turn
  /** Its place among the client turns, from 1. */
  number: number
  /** Whether to show what was said: where the transcript is out of sight. */
  hasWords: boolean
  annotation: Annotation
  constructs: Construct[]
  isLocked: boolean
  /** What to know before answering. */
  notice?: ReactNode
  hasMoments: boolean
  onAnswer: (construct: string, value: ScoreValue) => void
  onMark: () => void
  onChooseWords: () => void
  onCannotJudge: () => void
  onTooHard: () => void
  onNext: () => void
  /** The comment was left by Escape. */
  onLeave: () => void
}

/** The questions of one client turn. */
export const TurnForm = forwardRef<HTMLFormElement, Props>(function TurnForm(props, ref) {
  const { turn, number, hasWords, annotation, constructs, isLocked, onAnswer } = props
  const isDisabled = isLocked || annotation.cannot_judge !== null
  const left = openQuestions(annotation, constructs).length

  return (
    <section className={classes.panel} aria-labelledby="turn-title">
      <div className={classes.head}>
        <h2 id="turn-title">{texts.form.title(number)}</h2>
        <small role="status">{texts.form.left(left)}</small>
        <small className={`${classes.place} number`}>
          {texts.form.place(turn.position)} · {clipTimes(turn.clip)}
        </small>
      </div>
      {hasWords && turn.text !== null && (
        <div className={classes.said} data-turn={turn.id}>
          <p data-text>{turn.text}</p>
        </div>
      )}
      {props.notice}
      {annotation.cannot_judge !== null && (
        <p className={classes.cannotJudge}>
          {texts.form.cannotJudge.given(annotation.cannot_judge)}{" "}
          {!isLocked && (
            <button
              type="button"
              className={classes.button}
              aria-keyshortcuts="x"
              onClick={() => onAnswer("cannot_judge", null)}
            >
              {texts.form.cannotJudge.takeBack} <KeyHint keys="X" />
            </button>
          )}
        </p>
      )}
      <form
        ref={ref}
        className={classes.form}
        // Where nothing in it takes the focus, keys must still scroll it.
        tabIndex={isDisabled ? 0 : -1}
        onSubmit={(event) => event.preventDefault()}
      >
        {constructs
          .filter((construct) => isAsked(construct, annotation.scores))
          .map((construct) => (
            <Field key={`${turn.id} ${construct.key}`} construct={construct} isDisabled={isDisabled} {...props} />
          ))}
      </form>
      <div className={classes.foot}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          onClick={props.onCannotJudge}
          rightSection={<KeyHint keys="X" />}
        >
          {texts.form.cannotJudge.title}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          onClick={props.onTooHard}
          rightSection={<KeyHint keys="H" />}
        >
          {texts.form.tooHard}
        </Button>
        <Button
          size="compact-sm"
          data-next-turn
          aria-keyshortcuts="Enter"
          onClick={props.onNext}
          rightSection={<KeyHint keys="↵" isOnAccent />}
        >
          {texts.form.next}
        </Button>
      </div>
    </section>
  )
})

function Field({
  construct,
  isDisabled,
  turn,
  annotation,
  ...props
}: Props & { construct: Construct; isDisabled: boolean }) {
  const common = {
    construct,
    isDisabled,
    value: annotation.scores[construct.key] ?? null,
    onPick: (value: ScoreValue) => props.onAnswer(construct.key, value),
  }
  if (construct.scale === "text") return <CommentField {...common} onLeave={props.onLeave} />
  if (construct.scale === "spans") {
    const { hasMoments, onMark, onChooseWords } = props
    return <EvidenceField {...common} {...{ turn, hasMoments, onMark, onChooseWords }} />
  }
  return <LevelField {...common} />
}

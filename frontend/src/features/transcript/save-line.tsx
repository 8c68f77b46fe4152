import { Button } from "@mantine/core"

import { explain } from "../../components/error-notice"
import { clockTime } from "../../components/numbers"
import { Statement } from "../../components/statement"
import { WordDiff } from "../../components/word-diff"
import type { Edit, EditLine, EditState, Said } from "./edit-line"
import { texts } from "./texts"
import { timeText } from "./times"
import classes from "./transcript.module.css"

/** What is saved, with the time. */
export function SaveLine({ waiting, saved, trouble }: EditState) {
  const say = texts.saving
  if (trouble) return null
  return (
    <span role="status" className={waiting.length ? "small" : classes.saved}>
      {waiting.length ? say.saving : `✓ ${saved ? say.saved(clockTime(saved.at), did(saved.edit)) : say.clean}`}
    </span>
  )
}

/** What is not saved, why, and the way out. */
export function TroubleNotice({ line, waiting, trouble }: EditState & { line: EditLine }) {
  const say = texts.saving
  if (!trouble) return null
  const buttons = (again: string, drop: string) => (
    <div className={classes.actions}>
      <Button size="compact-sm" variant="default" onClick={() => line.retry()}>
        {again}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => line.drop()}>
        {drop}
      </Button>
    </div>
  )
  if (trouble.kind === "unsent") {
    return (
      <div role="alert">
        <Statement tone="bad" headline={say.unsent(waiting.length, "")}>
          {explain(trouble.error)}
          {buttons(say.tryAgain, say.drop)}
        </Statement>
      </div>
    )
  }
  if (trouble.kind === "refused") {
    const { edit } = trouble
    const text = edit.kind === "change" ? edit.said.text : undefined
    return (
      <div role="alert">
        <Statement tone="bad" headline={`${say.refused}: ${did(edit)}.`}>
          {explain(trouble.error)}
          {text && (
            <p>
              {say.wrote}: “{text}”
            </p>
          )}
        </Statement>
      </div>
    )
  }
  const { edit, now } = trouble
  if (edit.kind === "undo") {
    return (
      <div role="alert">
        <Statement tone="warn" headline={texts.conflict.undo}>
          {texts.conflict.undoText}
          <div className={classes.actions}>
            <Button size="compact-sm" variant="default" onClick={() => line.drop()}>
              {texts.conflict.close}
            </Button>
          </div>
        </Statement>
      </div>
    )
  }
  return (
    <div role="alert">
      <Statement tone="warn" headline={texts.conflict.title(edit.turn.position)}>
        {now ? (
          <>
            <dl className={classes.sides}>
              <dt>{texts.conflict.theirs}</dt>
              <dd>
                <WordDiff before={edit.turn.text ?? ""} after={now.text ?? ""} />{" "}
                <span className="small number">
                  {texts.list.roles[now.role]} {now.speaker} {timeText(now.start_ms)} – {timeText(now.end_ms)}
                </span>
              </dd>
              <dt>{texts.conflict.yours}</dt>
              <dd>{edit.kind === "change" ? saidText(edit.said) : did(edit)}</dd>
            </dl>
            {buttons(texts.conflict.useMine, texts.conflict.keepTheirs)}
          </>
        ) : (
          <>
            {texts.conflict.gone} {edit.kind === "change" && `${texts.conflict.yours}: ${saidText(edit.said)}`}
            <div className={classes.actions}>
              <Button size="compact-sm" variant="default" onClick={() => line.drop()}>
                {texts.conflict.close}
              </Button>
            </div>
          </>
        )}
      </Statement>
    </div>
  )
}

function did(edit: Edit): string {
  const say = texts.saving.did
  if (edit.kind === "undo") return say.undo
  const n = edit.turn.position + 1
  if (edit.kind !== "change") return say[edit.kind](n)
  if (edit.said.text !== undefined) return say.text(n)
  if (edit.said.role !== undefined) return say.role(n)
  return edit.said.speaker !== undefined ? say.speaker(n) : say.time(n)
}

const saidText = ({ text, role, speaker, start_ms, end_ms }: Said): string =>
  [
    text,
    role && texts.list.roles[role],
    speaker,
    start_ms !== undefined && `${texts.form.start} ${timeText(start_ms)}`,
    end_ms !== undefined && `${texts.form.end} ${timeText(end_ms)}`,
  ]
    .filter(Boolean)
    .join(" · ")

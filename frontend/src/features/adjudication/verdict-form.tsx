import { Button, Group, Textarea } from "@mantine/core"
import type { KeyboardEvent, ReactNode } from "react"

import type { VerdictKind } from "../../api/adjudication"
import type { Codebook, Construct } from "../../api/types"
import { ChoiceField, focusChoices } from "../../components/choice-field"
import { enterSaves } from "../../components/enter-saves"
import { KeyHint } from "../../components/key-hint"
import { useShortcuts, type Shortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { texts } from "./texts"
import { askedOf, INCONGRUENCE, isComplete, nextOf, type Draft } from "./verdicts"

type Props = {
  codebook: Codebook
  draft: Draft
  onDraft: (draft: Draft) => void
  /** What saving it will say of it: that it is changed after the raters' answers were seen, for one. */
  note: string
  isBusy: boolean
  onSave: () => void
  /** Where a verdict is being changed, the way back. */
  onCancel?: () => void
  /** Why it was not saved. */
  children?: ReactNode
}

/** One's own labels of a turn. Digits answer the next question with words; Escape takes the latest answer back. */
export function VerdictForm({ codebook, draft, onDraft, note, isBusy, onSave, onCancel, children }: Props) {
  const { kind, levels, comment } = draft
  const say = texts.review
  const asked = askedOf(codebook, levels)
  const inWords = asked.filter(({ scale }) => scale === "nominal")
  const onScales = asked.filter(({ scale }) => scale !== "nominal")
  const next = nextOf(codebook, levels)

  const choose = (construct: string, level: string) =>
    onDraft({ ...draft, kind: "labels", levels: { ...levels, [construct]: level } })
  const mark = (other: VerdictKind) => onDraft({ ...draft, kind: kind === other ? "labels" : other })
  const back = () => {
    if (kind !== "labels") return onDraft({ ...draft, kind: "labels" })
    const latest = inWords.filter(({ key }) => levels[key] !== undefined).at(-1)
    if (latest)
      onDraft({ ...draft, levels: Object.fromEntries(Object.entries(levels).filter(([key]) => key !== latest.key)) })
    else onCancel?.()
  }
  const save = () => isComplete(draft) && !isBusy && onSave()
  useShortcuts({
    ...(next ? keysOf(next, (level) => choose(next.key, level)) : {}),
    x: () => mark("cannot_judge"),
    b: () => mark("turn_boundary"),
    Enter: save,
    Escape: back,
  })
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") focusChoices(event.currentTarget)
    enterSaves(event, save)
  }
  const field = (construct: Construct) => (
    <ChoiceField
      key={construct.key}
      legend={construct.label}
      note={construct.question}
      choices={construct.levels.map(({ key, label, shortcut }) => ({
        value: key,
        label,
        key: construct === next && kind === "labels" ? shortcut : undefined,
      }))}
      value={levels[construct.key]}
      onChange={(level) => choose(construct.key, level)}
    />
  )
  return (
    <div className={classes.stack} data-choices>
      {kind === "labels" && inWords.map(field)}
      {kind === "labels" && onScales.length > 0 && (
        <details className={classes.how} open={onScales.some(({ key }) => levels[key] !== undefined) || undefined}>
          <summary>{say.scales}</summary>
          <div className={classes.scales}>{onScales.map(field)}</div>
        </details>
      )}
      <Group gap="xs" role="group" aria-label={say.notLabelled}>
        {(["cannot_judge", "turn_boundary"] as const).map((each) => (
          <Button
            key={each}
            variant={kind === each ? "filled" : "default"}
            aria-pressed={kind === each}
            onClick={() => mark(each)}
            rightSection={<KeyHint keys={each === "cannot_judge" ? "X" : "B"} isOnAccent={kind === each} />}
          >
            {say.mark[each]}
          </Button>
        ))}
      </Group>
      <Textarea
        label={say.comment}
        description={say.commentHint}
        autosize
        minRows={2}
        maxLength={4000}
        value={comment}
        onChange={(event) => onDraft({ ...draft, comment: event.currentTarget.value })}
        onKeyDown={saveByKey}
      />
      <Group gap="xs">
        <Button
          disabled={!isComplete(draft)}
          loading={isBusy}
          onClick={save}
          rightSection={<KeyHint keys="Enter" isOnAccent />}
        >
          {say.save}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {say.keep}
          </Button>
        )}
        <span className="small" role="status">
          {isComplete(draft)
            ? note
            : say.missing(codebook.constructs.find(({ key }) => key === INCONGRUENCE)?.label ?? "")}
        </span>
      </Group>
      {children}
    </div>
  )
}

const keysOf = ({ levels }: Construct, choose: (level: string) => void): Shortcuts =>
  Object.fromEntries(levels.map(({ key, shortcut }) => [shortcut.toLowerCase(), () => choose(key)]))

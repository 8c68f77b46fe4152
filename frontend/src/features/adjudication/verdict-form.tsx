import { Button, Group, Textarea } from "@mantine/core"
import type { VerdictGiven, VerdictKind } from "../../api/adjudication"
import type { Codebook } from "../../api/types"
import { ChoiceField } from "../../components/choice-field"
import { explain } from "../../components/error-notice"
import { KeyHint } from "../../components/key-hint"
import { useShortcuts, type Shortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { texts } from "./texts"
import { answerOf, constructsFor, kindsFor, levelsFor, type Consensus } from "./verdicts"

/** A verdict that is being put together. */
export type Draft = {
  isDisagreeing: boolean
  kind?: VerdictKind
  constructKey?: string
  level?: string
  comment: string
}

export const NOTHING_SAID: Draft = { isDisagreeing: false, comment: "" }

type Props = {
  codebook: Codebook
  consensus: Consensus
  draft: Draft
  onDraft: (draft: Draft) => void
  isBusy: boolean
  error: Error | null
  onVerdict: (verdict: VerdictGiven) => void
}

/** Agree at a key; or disagree step by step: about what, and what instead. Keys pick at the step that is open. */
export function VerdictForm({ codebook, consensus, draft, onDraft, isBusy, error, onVerdict }: Props) {
  const { isDisagreeing, kind, constructKey, level, comment } = draft
  const change = (changed: Partial<Draft>) => onDraft({ ...draft, ...changed })
  const say = texts.review

  const kinds = kindsFor(consensus, codebook)
  const constructs = kind ? constructsFor(kind, codebook) : []
  const construct = constructs.length === 1 ? constructs[0] : constructs.find(({ key }) => key === constructKey)
  const levels = kind && construct ? levelsFor(kind, construct, consensus) : []
  const chosen = levels.find(({ key }) => key === level)
  const isComplete = kind !== undefined && construct !== undefined && (levels.length === 0 || chosen !== undefined)
  const missing = !kind ? "kind" : !construct ? "construct" : isComplete ? "nothing" : "level"

  const chooseKind = (next: VerdictKind | undefined) =>
    change({ kind: next, constructKey: undefined, level: undefined })
  const chooseConstruct = (key: string) => change({ constructKey: key, level: undefined })
  const chooseLevel = (key: string) => change({ level: key })
  const save = () => {
    if (!isComplete || isBusy) return
    const value = chosen && answerOf(construct, chosen)
    onVerdict({ agrees: false, kind, construct: construct.key, value, comment: comment.trim() || undefined })
  }
  const agree = () => !isBusy && onVerdict({ agrees: true })
  const digits = !kind
    ? keysOf(kinds.map((each, index) => [String(index + 1), () => chooseKind(each)]))
    : !construct
      ? keysOf(constructs.map(({ key }, index) => [String(index + 1), () => chooseConstruct(key)]))
      : keysOf(levels.map(({ key, shortcut }) => [shortcut, () => chooseLevel(key)]))
  useShortcuts(
    isDisagreeing
      ? { ...digits, Enter: save, Escape: () => (kind ? chooseKind(undefined) : change({ isDisagreeing: false })) }
      : { a: agree, d: () => change({ isDisagreeing: true }) },
  )

  return (
    <div className={classes.stack}>
      {!isDisagreeing && (
        <Group gap="xs">
          <Button onClick={agree} loading={isBusy} rightSection={<KeyHint keys="A" isOnAccent />}>
            {say.agree}
          </Button>
          <Button variant="default" onClick={() => change({ isDisagreeing: true })} rightSection={<KeyHint keys="D" />}>
            {say.disagree}
          </Button>
        </Group>
      )}
      {isDisagreeing && (
        <>
          <ChoiceField
            legend={say.about}
            choices={kinds.map((each, index) => ({
              value: each,
              label: say.kinds[each],
              key: kind ? undefined : String(index + 1),
            }))}
            value={kind}
            onChange={(value) => chooseKind(kinds.find((each) => each === value) ?? "presence")}
          />
          {constructs.length > 1 && (
            <ChoiceField
              legend={say.which}
              choices={constructs.map(({ key, label }, index) => ({
                value: key,
                label,
                key: construct ? undefined : String(index + 1),
              }))}
              value={constructKey}
              onChange={chooseConstruct}
            />
          )}
          {levels.length > 0 && (
            <ChoiceField
              legend={say.value}
              choices={levels.map(({ key, label, shortcut }) => ({ value: key, label, key: shortcut }))}
              value={level}
              onChange={chooseLevel}
            />
          )}
          <Textarea
            label={say.comment}
            description={say.commentHint}
            autosize
            minRows={2}
            maxLength={4000}
            value={comment}
            onChange={(event) => change({ comment: event.currentTarget.value })}
          />
          <Group gap="xs">
            <Button
              disabled={!isComplete}
              loading={isBusy}
              onClick={save}
              rightSection={<KeyHint keys="Enter" isOnAccent />}
            >
              {say.save}
            </Button>
            <Button variant="default" onClick={() => change({ isDisagreeing: false })}>
              {say.backToForm}
            </Button>
            <span className="small" role="status">
              {say.missing[missing]}
            </span>
          </Group>
        </>
      )}
      {error && (
        <p role="alert" className={classes.refusal}>
          {explain(error)}
        </p>
      )}
      <p className="small">{say.votesHidden}</p>
    </div>
  )
}

const keysOf = (bindings: [key: string, act: () => void][]): Shortcuts =>
  Object.fromEntries(bindings.map(([key, act]) => [key.toLowerCase(), act]))

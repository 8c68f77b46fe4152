import { Button, Group, Textarea } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef, useState, type FormEvent } from "react"

import type { Disagreement } from "../../api/adjudication"
import { isApiError } from "../../api/client"
import { studyQuery } from "../../api/queries"
import type { Construct } from "../../api/types"
import { ChoiceField, focusChoices } from "../../components/choice-field"
import { enterSaves } from "../../components/enter-saves"
import { KeyHint } from "../../components/key-hint"
import { Refusal } from "../../components/refusal"
import { useShortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { disagreementQueries, settle } from "./queries"
import { texts } from "./texts"
import { answerOf } from "./verdicts"

/** What comes after a decision for this level; the form waits for it. */
export type Settled = (level: string) => Promise<unknown> | void
type Props = { slug: string; disagreement: Disagreement; construct: Construct; onSettled: Settled }

/** A level's key picks it and leads to the reason; Enter settles and goes to the next. */
export function DecisionForm({ slug, disagreement, construct, onSettled }: Props) {
  const { turn, votes, why, is_open, gold, consensus } = disagreement
  const queryClient = useQueryClient()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const [level, setLevel] = useState<string>()
  const [reason, setReason] = useState("")
  const chosen = construct.levels.find(({ key }) => key === level)
  const decide = useMutation({
    mutationFn: (value: string | number | null) =>
      settle(turn.id, {
        construct: construct.key,
        reason: reason.trim(),
        based_on: gold?.id ?? null,
        ...(value === null ? { returns_to_consensus: true } : { value }),
      }),
    onSuccess: async () => {
      // An open one leaves the queue; the next must be chosen before it does.
      if (is_open && level) await onSettled(level)
      setReason("")
      showDecision()
      void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
    },
  })
  const showDecision = () => {
    void queryClient.invalidateQueries({ queryKey: disagreementQueries.all() })
    void queryClient.invalidateQueries({ queryKey: disagreementQueries.history(turn.id, construct.key).queryKey })
  }
  const isDecidedMeanwhile = isApiError(decide.error) && decide.error.code === "decided_meanwhile"
  const save = () => {
    if (chosen && reason.trim() && !decide.isPending) decide.mutate(answerOf(construct, chosen))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const pick = (key: string) => {
    setLevel(key)
    reasonField.current?.focus()
  }
  useShortcuts(
    Object.fromEntries(construct.levels.map(({ key, shortcut }) => [shortcut.toLowerCase(), () => pick(key)])),
  )

  const say = texts.queue
  const isDecided = gold !== null && (gold.origin === "decision" || gold.origin === "overruled")
  const hasWayBack = isDecided && consensus !== null && !why.includes("far_apart")
  const votesFor = (key: string) => say.votesFor(votes.filter(({ value }) => value === key).length)
  return (
    <form className={classes.stack} onSubmit={submit}>
      <ChoiceField
        legend={is_open ? say.decide : isDecided ? say.decideAnew : say.overrule}
        choices={construct.levels.map(({ key, label, shortcut }) => ({
          value: key,
          label,
          key: shortcut,
          hint: votesFor(key),
        }))}
        value={level}
        onChange={setLevel}
      />
      <Textarea
        ref={reasonField}
        label={say.reason}
        description={say.reasonHint}
        required
        autosize
        minRows={2}
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") focusChoices(event.currentTarget)
          enterSaves(event, save)
        }}
      />
      <Refusal of={decide} restsOn={[level, gold?.id, consensus]}>
        {isDecidedMeanwhile && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              decide.reset()
              showDecision()
            }}
          >
            {say.seeDecision}
          </Button>
        )}
      </Refusal>
      <Group gap="xs">
        <Button
          type="submit"
          disabled={!chosen || !reason.trim()}
          loading={decide.isPending}
          rightSection={<KeyHint keys="Enter" isOnAccent />}
        >
          {is_open ? say.save : say.saveAnew}
        </Button>
        {hasWayBack && (
          <Button
            variant="default"
            disabled={!reason.trim()}
            loading={decide.isPending}
            onClick={() => decide.mutate(null)}
          >
            {say.backToConsensus}
          </Button>
        )}
      </Group>
    </form>
  )
}

import { Button, Group } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"

import type { ReviewItem } from "../../api/adjudication"
import type { Codebook } from "../../api/types"
import { KeyHint } from "../../components/key-hint"
import { Refusal } from "../../components/refusal"
import { useShortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { AnswersList } from "./answers-list"
import { giveVerdict, openAnswers } from "./queries"
import { texts } from "./texts"
import { VerdictForm } from "./verdict-form"
import { VerdictView } from "./verdict-view"
import { draftOf, verdictOf, type Draft } from "./verdicts"
import { VotesTable } from "./votes-table"

type Props = {
  codebook: Codebook
  item: ReviewItem
  isExpert: boolean
  /** The verdict that is being given or changed; none where it stays as it is. */
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
  onJudged: (item: ReviewItem) => void
}

/** What one says of a turn, and once it is opened what the raters say of it. */
export function ReviewedTurn({ codebook, item, isExpert, draft, onDraft, onJudged }: Props) {
  const { my_verdict, is_opened, consensus, votes, why_not_label } = item
  const say = texts.review
  const verdict = useMutation({
    mutationFn: (given: Draft) => giveVerdict(item.id, verdictOf(codebook, given, my_verdict?.id ?? null)),
    onSuccess: onJudged,
  })
  const opening = useMutation({ mutationFn: () => openAnswers(item.id), onSuccess: onJudged })
  const isJudged = isExpert && my_verdict !== null && !draft
  const change = () => my_verdict && onDraft(draftOf(codebook, my_verdict))
  const open = () => !opening.isPending && opening.mutate()
  useShortcuts(isJudged ? { c: why_not_label ? undefined : change, o: is_opened ? undefined : open } : {})
  return (
    <>
      {isExpert && why_not_label && <p role="status">{why_not_label}</p>}
      {draft && !why_not_label && (
        <VerdictForm
          codebook={codebook}
          draft={draft}
          onDraft={onDraft}
          note={is_opened ? say.savesMarked : say.saves}
          isBusy={verdict.isPending}
          onSave={() => verdict.mutate(draft)}
          onCancel={my_verdict ? () => onDraft(undefined) : undefined}
        >
          <Refusal of={verdict} restsOn={[draft, item]} />
        </VerdictForm>
      )}
      {my_verdict && !draft && <VerdictView codebook={codebook} verdict={my_verdict} />}
      {isJudged && (
        <>
          <Group gap="xs">
            {!is_opened && (
              <Button variant="default" onClick={open} loading={opening.isPending} rightSection={<KeyHint keys="O" />}>
                {say.open}
              </Button>
            )}
            {!why_not_label && (
              <Button variant="subtle" onClick={change} rightSection={<KeyHint keys="C" />}>
                {say.change}
              </Button>
            )}
          </Group>
          {!is_opened && <p className="small">{say.notOpened}</p>}
        </>
      )}
      <Refusal of={opening} restsOn={[my_verdict, is_opened]} />
      {consensus && (
        <div className={classes.stack}>
          {isExpert && <h3 className={classes.subtitle}>{texts.consensusOfRaters}</h3>}
          <AnswersList codebook={codebook} answers={consensus} />
        </div>
      )}
      {votes && <VotesTable codebook={codebook} votes={votes} />}
    </>
  )
}

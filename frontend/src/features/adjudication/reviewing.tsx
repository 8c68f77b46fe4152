import { Button, Group, Progress } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useState } from "react"

import type { ReviewItem, VerdictGiven } from "../../api/adjudication"
import { studyQuery } from "../../api/queries"
import type { Codebook } from "../../api/types"
import { KeyHint } from "../../components/key-hint"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { useShortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { AnswersList } from "./answers-list"
import { giveVerdict, reviewQueries } from "./queries"
import { texts } from "./texts"
import { TurnContext } from "./turn-context"
import { NOTHING_SAID, VerdictForm, type Draft } from "./verdict-form"
import { VerdictView } from "./verdict-view"
import { VotesTable } from "./votes-table"

const ROUTE = "/signed-in/studies/$slug/review/$id"

type Props = { codebook: Codebook; items: ReviewItem[]; sampleId: number; isExpert: boolean }

/** One turn at a time: clip, consensus, verdict; then what each rater said. */
export function Reviewing({ codebook, items, sampleId, isExpert }: Props) {
  const { slug } = useParams({ from: ROUTE })
  const { item: at } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/review/$id" })
  const queryClient = useQueryClient()
  const isOpen = (item: ReviewItem) => isExpert && item.my_verdict === null && !item.why_not_label
  const done = items.filter(({ my_verdict }) => my_verdict !== null).length
  const item = items.find(({ position }) => position === at) ?? items.find(isOpen) ?? items[0]
  const index = item ? items.indexOf(item) : -1

  // Kept while someone looks at other turns: a dispute takes several steps, and half of it is not to be lost.
  const [drafts, setDrafts] = useState<Record<number, Draft>>({})
  const draftOf = ({ id }: ReviewItem) => drafts[id] ?? NOTHING_SAID

  const goTo = (next: ReviewItem | undefined) => {
    if (item && next && next.id !== item.id && isOpen(item) && draftOf(item).isDisagreeing) {
      notifications.show({ message: texts.review.disputeWaits(texts.turn(item.session.key, item.turn.position)) })
    }
    if (next) void navigate({ search: { item: next.position }, replace: true, resetScroll: false })
  }
  const goOn = () => goTo(items.slice(index + 1).find(isOpen) ?? items.find(isOpen) ?? items[index + 1])
  const verdict = useMutation({
    mutationFn: (given: { itemId: number; body: VerdictGiven }) => giveVerdict(given.itemId, given.body),
    onSuccess: async (judged) => {
      // An answer that is on its way may be older than the verdict.
      await queryClient.cancelQueries({ queryKey: reviewQueries.items(sampleId).queryKey })
      queryClient.setQueryData(reviewQueries.items(sampleId).queryKey, (old) =>
        old?.map((each) => (each.id === judged.id ? judged : each)),
      )
      void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
      // The votes open on the turn just judged; the page must not run on to the next one by itself.
      goTo(judged)
    },
  })
  useShortcuts({
    n: goOn,
    Enter: item && !isOpen(item) ? goOn : undefined,
    p: () => goTo(items[index - 1]),
  })

  if (!item) return null
  const say = texts.review
  return (
    <>
      {isExpert && !items.some(isOpen) && <Statement headline={say.allDone}>{say.allDoneText}</Statement>}
      <div className={classes.work}>
        <Panel title={texts.turn(item.session.key, item.turn.position)}>
          <TurnContext turn={item.turn} session={item.session} context={item.context} whyNotPlay={item.why_not_play} />
        </Panel>
        <Panel
          title={texts.consensusOfRaters}
          actions={isExpert && <span className="small number">{say.progress(done, items.length)}</span>}
        >
          <div className={classes.stack}>
            {isExpert && <Progress value={(100 * done) / items.length} size={4} aria-label={say.progressLabel} />}
            <AnswersList codebook={codebook} answers={item.consensus} />
            {isExpert && !item.my_verdict && item.why_not_label && <p role="status">{item.why_not_label}</p>}
            {isOpen(item) && (
              <VerdictForm
                key={item.id}
                codebook={codebook}
                consensus={item.consensus}
                draft={draftOf(item)}
                onDraft={(draft) => setDrafts({ ...drafts, [item.id]: draft })}
                isBusy={verdict.isPending}
                error={verdict.error}
                onVerdict={(body) => verdict.mutate({ itemId: item.id, body })}
              />
            )}
            {item.my_verdict && <VerdictView codebook={codebook} verdict={item.my_verdict} />}
            {item.votes && <VotesTable codebook={codebook} votes={item.votes} />}
            <Group justify="space-between">
              <Button
                variant="subtle"
                disabled={index === 0}
                onClick={() => goTo(items[index - 1])}
                rightSection={<KeyHint keys="P" />}
              >
                {say.previous}
              </Button>
              <Button
                variant={isOpen(item) ? "subtle" : "filled"}
                disabled={index === items.length - 1 && !items.some(isOpen)}
                onClick={goOn}
                rightSection={<KeyHint keys="N" isOnAccent={!isOpen(item)} />}
              >
                {say.next}
              </Button>
            </Group>
          </div>
        </Panel>
      </div>
    </>
  )
}

import { Button, Group, Progress } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

import type { ReviewItem } from "../../api/adjudication"
import { studyQuery } from "../../api/queries"
import type { Codebook } from "../../api/types"
import { KeyHint } from "../../components/key-hint"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { useKeptFocus } from "../../components/use-kept-focus"
import { useShortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { reviewQueries } from "./queries"
import { ReviewedTurn } from "./reviewed-turn"
import { texts } from "./texts"
import { TurnContext } from "./turn-context"
import { NOTHING_SAID, type Draft } from "./verdicts"

const ROUTE = "/signed-in/studies/$slug/review/$id"

type Props = { codebook: Codebook; items: ReviewItem[]; sampleId: number; isExpert: boolean }

/** One turn at a time: clip and own verdict; then, opened by a click or key of its own, what the raters say. */
export function Reviewing({ codebook, items, sampleId, isExpert }: Props) {
  const { slug } = useParams({ from: ROUTE })
  const { item: at } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/review/$id" })
  const queryClient = useQueryClient()
  const isOpen = (item: ReviewItem) => isExpert && item.my_verdict === null && !item.why_not_label
  const done = items.filter(({ my_verdict }) => my_verdict !== null).length
  const item = items.find(({ position }) => position === at) ?? items.find(isOpen) ?? items[0]
  const index = item ? items.indexOf(item) : -1
  const work = useFocusOnChange(item && `${item.id} ${item.my_verdict?.id} ${item.is_opened}`)
  useKeptFocus(() => work.current)

  // Kept while someone looks at other turns: a verdict takes several steps, and half of it is not to be lost.
  const [drafts, setDrafts] = useState<Record<number, Draft>>({})
  const setDraft = (id: number, draft: Draft | undefined) =>
    setDrafts(({ [id]: _old, ...others }) => (draft ? { ...others, [id]: draft } : others))

  const goTo = (next: ReviewItem | undefined) => {
    if (item && next && next.id !== item.id && isHalf(drafts[item.id])) {
      notifications.show({ message: texts.review.verdictWaits(texts.turn(item.session.key, item.turn.position)) })
    }
    if (next) void navigate({ search: { item: next.position }, replace: true, resetScroll: false })
  }
  const goOn = () => goTo(items.slice(index + 1).find(isOpen) ?? items.find(isOpen) ?? items[index + 1])
  const show = async (judged: ReviewItem) => {
    // An answer that is on its way may be older than the verdict.
    await queryClient.cancelQueries({ queryKey: reviewQueries.items(sampleId).queryKey })
    queryClient.setQueryData(reviewQueries.items(sampleId).queryKey, (old) =>
      old?.map((each) => (each.id === judged.id ? judged : each)),
    )
    void queryClient.invalidateQueries({ queryKey: studyQuery(slug).queryKey })
    setDraft(judged.id, undefined)
    // The page must not run on to the next turn by itself.
    goTo(judged)
  }
  useShortcuts({
    n: goOn,
    Enter: item && !isOpen(item) && !drafts[item.id] ? goOn : undefined,
    p: () => goTo(items[index - 1]),
  })

  if (!item) return <Statement headline={texts.review.nothingForYou}>{texts.review.nothingForYouText}</Statement>
  const say = texts.review
  return (
    <>
      {isExpert && !items.some(isOpen) && <Statement headline={say.allDone}>{say.allDoneText}</Statement>}
      <div className={classes.work}>
        <Panel title={texts.turn(item.session.key, item.turn.position)}>
          <TurnContext
            turn={item.turn}
            clip={item.clip}
            session={item.session}
            context={item.context}
            whyNotPlay={item.why_not_play}
          />
        </Panel>
        <Panel
          title={isExpert ? say.own : texts.consensusOfRaters}
          actions={isExpert && <span className="small number">{say.progress(done, items.length)}</span>}
        >
          <div className={classes.stack} ref={work} tabIndex={-1}>
            {isExpert && <Progress value={(100 * done) / items.length} size={4} aria-label={say.progressLabel} />}
            <ReviewedTurn
              key={item.id}
              codebook={codebook}
              item={item}
              isExpert={isExpert}
              draft={drafts[item.id] ?? (isOpen(item) ? NOTHING_SAID : undefined)}
              onDraft={(draft) => setDraft(item.id, draft)}
              onJudged={show}
            />
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

const isHalf = (draft: Draft | undefined): boolean =>
  draft !== undefined && (draft.kind !== "labels" || Object.keys(draft.levels).length > 0 || draft.comment !== "")

/** A place that takes the focus whenever `key` changes, or it would fall to the page with the button it was on. */
function useFocusOnChange(key: string | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const former = useRef(key)
  useEffect(() => {
    if (former.current !== key) place.current?.focus({ preventScroll: true })
    former.current = key
  }, [key])
  return place
}

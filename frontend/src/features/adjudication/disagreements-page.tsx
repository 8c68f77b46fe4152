import { SegmentedControl, Select } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

import type { Disagreement } from "../../api/adjudication"
import { isApiError } from "../../api/client"
import { codebookQuery } from "../../api/codebook"
import { usePages } from "../../api/paging"
import type { Codebook } from "../../api/types"
import { isRefused } from "../../api/withdrawal"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { useKeptFocus } from "../../components/use-kept-focus"
import { useShortcuts } from "../../components/use-shortcuts"
import classes from "./adjudication.module.css"
import { DisagreementQueue, keyOf } from "./disagreement-queue"
import { DisagreementView } from "./disagreement-view"
import { FindTurn } from "./find-turn"
import { disagreementQueries } from "./queries"
import { TakeMajority } from "./take-majority"
import { Tally } from "./tally"
import { TurnLabels } from "./turn-labels"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/disagreements"
const say = texts.queue

/** The queue of disputed labels, and the one that is being settled. */
export function DisagreementsPage() {
  const { slug } = useParams({ from: ROUTE })
  const { state = "open", construct, turn } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/disagreements" })
  const showTurn = (id: string | undefined) => void navigate({ search: (old) => ({ ...old, turn: id }) })
  const queue = usePages(disagreementQueries.queue(slug, { state, construct }))
  const codebook = useQuery(codebookQuery(slug))
  const [chosen, setChosen] = useState<Chosen>()
  const rows = isRefused(queue.error) ? [] : (queue.rows ?? [])
  const current = chosenOf(rows, chosen)
  const index = current ? rows.indexOf(current) : 0
  const desk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen && desk.current) showWork(desk.current)
  }, [chosen])
  // A settled one takes its form away: on to the choices of the next, or to the page where it was the last.
  useKeptFocus(() => desk.current?.querySelector<HTMLElement>("form input") ?? document.getElementById("content"))
  const neighbour = (row: Disagreement) => rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1]
  const choose = (row: Disagreement | undefined) => row && setChosen({ row, then: neighbour(row) })
  const goOn = async (settled: Disagreement, level: string) => {
    // A label that calls for another question of its turn leads on to that one, once the queue has it.
    if (!callsForMore(codebook.data, settled, level)) return choose(neighbour(settled))
    choose(settled)
    await queue.refetch()
  }
  useShortcuts({ j: () => choose(rows[index + 1]), k: () => choose(rows[index - 1]) })

  if (isApiError(queue.error) && queue.error.status === 403) return <NoRight say={say} />
  const error = queue.error ?? codebook.error
  return (
    <>
      <PageHeader title={say.title} actions={<TakeMajority slug={slug} />}>
        {say.lead}
        <Tally slug={slug} />
      </PageHeader>
      <FindTurn slug={slug} chosen={turn} onChoose={showTurn}>
        <Filters slug={slug} />
      </FindTurn>
      {turn && codebook.data && (
        <TurnLabels slug={slug} turnId={turn} codebook={codebook.data} onClose={() => showTurn(undefined)} />
      )}
      {error && <ErrorNotice error={error} retry={() => void queue.refetch()} />}
      {!turn && queue.isPending && (
        <Panel isFlush>
          <TableSkeleton />
        </Panel>
      )}
      {!turn && queue.rows && !current && !error && (
        <Panel isFlush>
          <Empty title={state === "open" ? say.noneOpen : say.noneSettled}>
            {state === "open" ? say.noneOpenText : say.noneSettledText}
          </Empty>
        </Panel>
      )}
      {!turn && current && codebook.data && (
        <div ref={desk} className={classes.desk}>
          <DisagreementQueue rows={rows} current={current} onChoose={choose} more={queue.more} />
          <DisagreementView
            key={keyOf(current)}
            slug={slug}
            disagreement={current}
            codebook={codebook.data}
            onSettled={(level) => goOn(current, level)}
          />
        </div>
      )}
    </>
  )
}

/** The disagreement that is being decided, and the one after it. */
type Chosen = { row: Disagreement; then: Disagreement | undefined }

/** The chosen one; where it has left the queue, another of its turn, or the one after it, or the first. */
function chosenOf(rows: Disagreement[], chosen: Chosen | undefined): Disagreement | undefined {
  const inPlaceOf = (gone: Disagreement | undefined) => gone && rows.find((row) => keyOf(row) === keyOf(gone))
  const ofItsTurn = rows.find(({ turn }) => turn.id === chosen?.row.turn.id)
  return inPlaceOf(chosen?.row) ?? ofItsTurn ?? inPlaceOf(chosen?.then) ?? rows[0]
}

const callsForMore = (codebook: Codebook | undefined, { construct }: Disagreement, level: string): boolean =>
  codebook?.constructs.some(({ asked_when }) => asked_when?.[construct]?.includes(level)) ?? false

/** Where clip and decision lie below the list, bring them into sight. */
function showWork({ firstElementChild: list, lastElementChild: work }: HTMLElement) {
  if (!list || !work) return
  if (work.getBoundingClientRect().top >= list.getBoundingClientRect().bottom) work.scrollIntoView()
}

function Filters({ slug }: { slug: string }) {
  const { state = "open", construct } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/disagreements" })
  const codebook = useQuery(codebookQuery(slug)).data
  const questions = codebook?.constructs.filter(({ levels }) => levels.length > 0) ?? []
  return (
    <>
      <SegmentedControl
        aria-label={say.state}
        value={state}
        onChange={(value) =>
          void navigate({ search: (old) => ({ ...old, state: value === "settled" ? "settled" : undefined }) })
        }
        data={[
          { value: "open", label: say.open },
          { value: "settled", label: say.settled },
        ]}
      />
      <Select
        aria-label={say.construct}
        value={construct ?? ""}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, construct: value || undefined }) })}
        data={[{ value: "", label: say.everyConstruct }, ...questions.map(({ key, label }) => ({ value: key, label }))]}
        allowDeselect={false}
      />
    </>
  )
}

import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import type { ReviewSample } from "../../api/adjudication"
import { isApiError } from "../../api/client"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { coefficient, dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./adjudication.module.css"
import { ConsensusPanel } from "./consensus-panel"
import { DrawPanel } from "./draw-panel"
import { consensusQuery, reviewQueries } from "./queries"
import { texts } from "./texts"

/** The samples drawn for the experts; leads compute the consensus and draw here. */
export function ReviewPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/review" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const samples = usePages(reviewQueries.samples(slug))
  const isLead = study.my_roles.includes("lead")
  const isComputed = Boolean(useQuery({ ...consensusQuery(slug), enabled: isLead }).data?.computed_at)
  const say = texts.review
  const noneForLead = isComputed ? say.noneForLead.computed : say.noneForLead.notComputed

  if (isApiError(samples.error) && samples.error.status === 403) return <NoRight say={say} />
  return (
    <>
      <PageHeader title={say.title}>{say.lead}</PageHeader>
      {isLead && (
        <div className={classes.two}>
          <ConsensusPanel slug={slug} />
          <DrawPanel slug={slug} />
        </div>
      )}
      {samples.error && <ErrorNotice error={samples.error} retry={() => void samples.refetch()} />}
      <Panel isFlush>
        {samples.isPending && <TableSkeleton rows={3} />}
        {samples.rows && (
          <DataTable
            label={say.title}
            columns={columnsOf(slug, isLead)}
            rows={samples.rows}
            rowKey={({ id }) => id}
            more={samples.more}
            empty={<Empty title={say.none}>{isLead ? noneForLead : say.noneForExpert}</Empty>}
          />
        )}
      </Panel>
    </>
  )
}

function columnsOf(slug: string, isLead: boolean): Column<ReviewSample>[] {
  const { columns } = texts.review
  const all: Column<ReviewSample>[] = [
    {
      key: "sample",
      header: columns.sample,
      render: ({ id, number }) => (
        <Link to="/studies/$slug/review/$id" params={{ slug, id: String(id) }} className={classes.rowLink}>
          {texts.review.sample(number)}
        </Link>
      ),
    },
    {
      key: "drawn",
      header: columns.drawn,
      render: ({ drawn_at, drawn_by }) => texts.review.by(dateTime(drawn_at), drawn_by),
    },
    {
      key: "turns",
      header: columns.turns,
      isNumber: true,
      render: ({ size, drawn_from }) => texts.review.ofTurns(size, drawn_from),
    },
    { key: "progress", header: columns.progress, render: (sample) => <Progress sample={sample} isLead={isLead} /> },
  ]
  return isLead ? [...all, { key: "result", header: columns.result, render: Result }] : all
}

function Progress({ sample, isLead }: { sample: ReviewSample; isLead: boolean }) {
  const { size, my_done, my_size, progress } = sample
  if (!isLead) return texts.review.progress(my_done, my_size)
  if (progress.length === 0) return <span className="small">{texts.review.notBegun}</span>
  return progress.map(({ expert, done }) => <div key={expert}>{texts.review.expertDone(expert, done, size)}</div>)
}

function Result({ result }: ReviewSample) {
  if (!result) return <span className="small">{texts.review.nothingYet}</span>
  const [low, high] = result.wilson ?? []
  return (
    <>
      <strong className="number">{coefficient(result.estimate.value)}</strong>{" "}
      {low !== undefined && high !== undefined && (
        <span className="small number">{texts.review.interval(coefficient(low), coefficient(high))}</span>
      )}
    </>
  )
}

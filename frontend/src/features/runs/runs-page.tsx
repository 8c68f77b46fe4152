import { Progress } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { isOver, type Run } from "../../api/runs"
import type { Estimate } from "../../api/types"
import { Bounds } from "../../components/estimate-cell"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { Glossary } from "../../components/glossary"
import { LinkButton } from "../../components/link-button"
import { NoRight } from "../../components/no-right"
import { coefficient, dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Withdrawn } from "../../components/withdrawn"
import { runQueries } from "./queries"
import classes from "./runs.module.css"
import { texts } from "./texts"

const POLL_MS = 3000

export function RunsPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/runs" })
  const { my_roles, counts } = useSuspenseQuery(studyQuery(slug)).data
  const mayStart = (my_roles.includes("lead") || my_roles.includes("engineer")) && counts.releases_usable > 0
  const runs = usePages({
    ...runQueries.list(slug),
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => !page.results.every(isOver)) ? POLL_MS : false),
  })
  const start = mayStart && (
    <LinkButton to="/studies/$slug/runs/new" params={{ slug }}>
      {texts.start}
    </LinkButton>
  )

  if (isApiError(runs.error) && runs.error.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader title={texts.title} actions={runs.rows?.length ? start : undefined}>
        {texts.lead}
      </PageHeader>
      {runs.error && <ErrorNotice error={runs.error} retry={() => void runs.refetch()} />}
      <Panel isFlush>
        {runs.isPending && <TableSkeleton rows={4} />}
        {runs.rows && (
          <DataTable
            label={texts.title}
            columns={columnsOf(slug)}
            rows={runs.rows}
            rowKey={({ id }) => id}
            more={runs.more}
            empty={
              <Empty title={texts.none} action={start}>
                {mayStart ? texts.noneText : texts.noneForYou}
              </Empty>
            }
          />
        )}
        {Boolean(runs.rows?.length) && <Glossary summary={texts.meanings} entries={[...MEANINGS]} />}
      </Panel>
    </>
  )
}

const { columns: NAMES, detection } = texts
const MEANINGS = [
  [NAMES.auroc, detection.meaning.auroc],
  [NAMES.macro_f1, detection.meaning.macro_f1],
  [NAMES.pct_composite, texts.compositeMeaning],
] as const

function columnsOf(slug: string): Column<Run>[] {
  const { columns } = texts
  return [
    {
      key: "run",
      header: columns.run,
      width: 230,
      render: ({ id, number, name, model_name, withdrawn_text, is_demonstration, compared_with, repeated_by }) => (
        <>
          <Link to="/studies/$slug/runs/$id" params={{ slug, id: String(id) }} className={classes.rowLink}>
            {texts.run(number)}
          </Link>
          <div className="small">
            {texts.arm(name)} · {texts.model(model_name, is_demonstration)}
          </div>
          {repeated_by !== null && <div className="small">{texts.repeatedBy(repeated_by)}</div>}
          {compared_with.length > 0 && <div className="small">{texts.comparedWith(compared_with)}</div>}
          <Withdrawn what={withdrawn_text} />
        </>
      ),
    },
    { key: "release", header: columns.release, isNumber: true, render: ({ release }) => release },
    { key: "started", header: columns.started, width: 150, render: ({ created_at }) => dateTime(created_at) },
    { key: "state", header: columns.state, width: 180, render: (run) => <RunProgress run={run} /> },
    {
      key: "auroc",
      header: columns.auroc,
      isNumber: true,
      render: ({ headline }) => <Figure estimate={headline.auroc} />,
    },
    {
      key: "macro_f1",
      header: columns.macro_f1,
      isNumber: true,
      render: ({ headline }) => <Figure estimate={headline.macro_f1} />,
    },
    {
      key: "pct_composite",
      header: columns.pct_composite,
      isNumber: true,
      render: ({ headline }) => <Figure estimate={headline.pct_composite} />,
    },
  ]
}

function RunProgress({ run }: { run: Run }) {
  return (
    <div className={classes.state} data-state={run.state}>
      {texts.state[run.state]}
      {!isOver(run) && run.state !== "queued" && (
        <Progress value={run.progress * 100} size={4} aria-label={texts.page.progress} />
      )}
    </div>
  )
}

function Figure({ estimate }: { estimate: Estimate | null }) {
  if (!estimate) return "–"
  return (
    <>
      {coefficient(estimate.value)}
      {estimate.low !== null && (
        <div className="small">
          <Bounds estimate={estimate} />
        </div>
      )}
    </>
  )
}

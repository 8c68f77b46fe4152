import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import type { ReleaseRow } from "../../api/releases"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { NoRight } from "../../components/no-right"
import { count, dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Withdrawn } from "../../components/withdrawn"
import { releaseQueries } from "./queries"
import classes from "./releases.module.css"
import { texts } from "./texts"

const POLL_MS = 3000

export function ReleasesPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/releases" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const isLead = study.my_roles.includes("lead")
  const releases = usePages({
    ...releaseQueries.list(slug),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some((release) => release.state === "freezing")) ? POLL_MS : false,
  })
  const make = isLead && (
    <LinkButton to="/studies/$slug/releases/new" params={{ slug }}>
      {texts.make}
    </LinkButton>
  )

  if (isApiError(releases.error) && releases.error.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader title={texts.title} actions={releases.rows?.length ? make : undefined}>
        {texts.lead}
      </PageHeader>
      {releases.error && <ErrorNotice error={releases.error} retry={() => void releases.refetch()} />}
      <Panel isFlush>
        {releases.isPending && <TableSkeleton rows={3} />}
        {releases.rows && (
          <DataTable
            label={texts.title}
            columns={columnsOf(slug)}
            rows={releases.rows}
            rowKey={({ id }) => id}
            more={releases.more}
            empty={
              <Empty title={texts.none} action={make}>
                {isLead ? texts.noneText : texts.noneForYou}
              </Empty>
            }
          />
        )}
      </Panel>
    </>
  )
}

const columnsOf = (slug: string): Column<ReleaseRow>[] => [
  {
    key: "release",
    header: texts.columns.release,
    render: ({ id, number, note }) => (
      <>
        <Link to="/studies/$slug/releases/$id" params={{ slug, id: String(id) }} className={classes.rowLink}>
          {texts.release(number)}
        </Link>
        {note && <div className={classes.note}>{note}</div>}
      </>
    ),
  },
  {
    key: "frozen",
    header: texts.columns.frozen,
    render: ({ frozen_at, frozen_by }) => texts.by(dateTime(frozen_at), frozen_by),
  },
  {
    key: "turns",
    header: texts.columns.turns,
    isNumber: true,
    render: ({ counts }) => (counts ? count(counts.turns) : "–"),
  },
  {
    key: "holdout",
    header: texts.columns.holdout,
    isNumber: true,
    render: ({ counts }) => (counts ? count(counts.holdout) : "–"),
  },
  { key: "runs", header: texts.columns.runs, isNumber: true, render: ({ runs }) => count(runs) },
  {
    key: "state",
    header: texts.columns.state,
    render: ({ state, withdrawn_text }) => (
      <span className={classes.state} data-state={state}>
        {texts.state[state]}
        <Withdrawn what={withdrawn_text} />
      </span>
    ),
  },
]

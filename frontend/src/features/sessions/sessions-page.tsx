import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"

import type { Session } from "../../api/corpus"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { count, mediaTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { ConsentMarks } from "./consent-marks"
import { sessionQueries } from "./queries"
import { Readiness } from "./readiness"
import { SessionState } from "./session-state"
import classes from "./sessions.module.css"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/sessions"
const POLL_MS = 3000

export function SessionsPage() {
  const { slug } = useParams({ from: ROUTE })
  const { search = "", ordering = "number" } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/sessions" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const [settledSearch] = useDebouncedValue(search, 250)
  const sessions = usePages({
    ...sessionQueries.list(slug, { search: settledSearch, ordering }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some((session) => session.state === "preparing")) ? POLL_MS : false,
  })
  const isLead = study.my_roles.includes("lead")
  const seesAll = isLead || study.my_roles.includes("steward")
  const importLink = (
    <LinkButton to="/studies/$slug/import" params={{ slug }}>
      {texts.import}
    </LinkButton>
  )

  return (
    <>
      <PageHeader title={texts.title} actions={isLead && study.counts.sessions > 0 && importLink}>
        {seesAll && study.counts.sessions > 0 && <Readiness study={study} />}
      </PageHeader>
      {sessions.error && <ErrorNotice error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && (
        <Panel isFlush>
          <TableSkeleton />
        </Panel>
      )}
      {sessions.rows && (
        <Panel isFlush>
          <DataTable
            label={texts.title}
            columns={columnsOf(slug)}
            rows={sessions.rows}
            rowKey={(session) => session.id}
            search={{
              value: search,
              onChange: (value) =>
                void navigate({ search: (old) => ({ ...old, search: value || undefined }), replace: true }),
            }}
            ordering={{
              value: ordering,
              onChange: (value) => void navigate({ search: (old) => ({ ...old, ordering: value }), replace: true }),
            }}
            more={sessions.more}
            empty={
              <Empty title={texts.none} action={isLead && importLink}>
                {isLead ? texts.noneText : texts.noneForYou}
              </Empty>
            }
          />
        </Panel>
      )}
    </>
  )
}

const columnsOf = (slug: string): Column<Session>[] => [
  {
    key: "session",
    header: texts.columns.session,
    orderBy: "number",
    render: ({ id, key, title }) => (
      <Link to="/studies/$slug/sessions/$id" params={{ slug, id: String(id) }} className={classes.session}>
        <strong>{key}</strong>
        {title && title !== key && <span>{title}</span>}
      </Link>
    ),
  },
  { key: "client", header: texts.columns.client, render: ({ client }) => client },
  { key: "counsellor", header: texts.columns.counsellor, render: ({ counsellor }) => counsellor ?? "–" },
  {
    key: "duration",
    header: texts.columns.duration,
    isNumber: true,
    render: ({ duration_ms }) =>
      duration_ms === null ? <span className="small">{texts.noVideo}</span> : mediaTime(duration_ms, { tenths: false }),
  },
  { key: "turns", header: texts.columns.turns, isNumber: true, render: ({ n_client_turns }) => count(n_client_turns) },
  {
    key: "missing",
    header: texts.columns.missing,
    isNumber: true,
    render: ({ has_video, state, n_frames_missing, n_client_turns }) =>
      has_video && state === "ready" ? (
        <span title={texts.missingOf(n_frames_missing, n_client_turns)}>{count(n_frames_missing)}</span>
      ) : (
        "–"
      ),
  },
  { key: "consent", header: texts.columns.consent, render: ({ consent }) => <ConsentMarks consent={consent} /> },
  {
    key: "state",
    header: texts.columns.state,
    orderBy: "state",
    width: 190,
    render: (session) => <SessionState session={session} />,
  },
]

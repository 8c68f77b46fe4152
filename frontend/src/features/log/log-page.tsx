import { Button, Select } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { usePages } from "../../api/paging"
import type { LogEntry } from "../../api/types"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./log.module.css"
import { logFile, logQuery } from "./queries"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/log"

export function LogPage() {
  const { slug } = useParams({ from: ROUTE })
  const { search = "", action = "" } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/log" })
  const [settledSearch] = useDebouncedValue(search, 250)
  const entries = usePages({
    ...logQuery(slug, { action, search: settledSearch }),
    placeholderData: keepPreviousData,
  })
  const narrow = (to: { search?: string; action?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace: true })

  if (isApiError(entries.error) && entries.error.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <Select
              className={classes.action}
              aria-label={texts.action}
              placeholder={texts.anything}
              clearable
              searchable
              data={Object.entries(texts.actions).map(([value, label]) => ({ value, label }))}
              value={action || null}
              onChange={(value) => narrow({ action: value ?? undefined })}
            />
            <Button component="a" variant="default" href={logFile(slug, { action, search })} download>
              {texts.csv}
            </Button>
          </>
        }
      >
        {texts.lead(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </PageHeader>
      {entries.error && <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />}
      <Panel isFlush>
        {entries.isPending && <TableSkeleton rows={10} />}
        {entries.rows && (
          <DataTable
            label={texts.title}
            columns={COLUMNS}
            rows={entries.rows}
            rowKey={({ id }) => id}
            search={{ value: search, onChange: (value) => narrow({ search: value || undefined }) }}
            more={entries.more}
            empty={
              action ? (
                <p className={classes.note}>{texts.noneOfAction}</p>
              ) : (
                <Empty title={texts.none}>{texts.noneText}</Empty>
              )
            }
          />
        )}
      </Panel>
    </>
  )
}

const COLUMNS: Column<LogEntry>[] = [
  {
    key: "at",
    header: texts.columns.at,
    width: 170,
    render: ({ at }) => (
      <time dateTime={at} className={classes.at}>
        {dateTime(at)}
      </time>
    ),
  },
  { key: "actor", header: texts.columns.actor, width: 140, render: ({ actor }) => actor },
  {
    key: "action",
    header: texts.columns.action,
    width: 180,
    render: ({ action }) => <span title={action}>{texts.actions[action] ?? action}</span>,
  },
  { key: "text", header: texts.columns.text, render: ({ text }) => <span className={classes.text}>{text}</span> },
]

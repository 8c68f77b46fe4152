import { Button } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"

import { usePages } from "../../api/paging"
import { meQuery } from "../../api/queries"
import type { Membership, StudySummary } from "../../api/types"
import { DataTable, type Column } from "../../components/data-table"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { date } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { NewStudyDialog } from "./new-study-dialog"
import { studiesQuery } from "./queries"
import classes from "./studies.module.css"
import { texts } from "./texts"

export function StudiesPage() {
  const { user, memberships, held_back } = useSuspenseQuery(meQuery).data
  const studies = usePages(studiesQuery)
  const [isCreating, setIsCreating] = useState(false)
  // Whoever waits for a restored study to open again does belong to one.
  const isEmpty = studies.rows?.length === 0 && held_back.length === 0
  const newStudy = user?.may_create_studies && <Button onClick={() => setIsCreating(true)}>{texts.newStudy}</Button>

  return (
    <>
      <PageHeader title={texts.title} actions={studies.rows && !isEmpty && newStudy}>
        {studies.rows && !studies.more.has && studies.rows.length > 0 && texts.lead(studies.rows.length)}
      </PageHeader>
      {held_back.map(({ name, restored_as_of }) => (
        <Statement key={name} headline={texts.heldBack(name)} tone="warn">
          {texts.heldBackText(date(restored_as_of))}
        </Statement>
      ))}
      {studies.error && <ErrorNotice error={studies.error} retry={() => void studies.refetch()} />}
      {studies.isPending && (
        <Panel isFlush>
          <TableSkeleton rows={3} />
        </Panel>
      )}
      {studies.rows && (isEmpty || studies.rows.length > 0) && (
        <Panel isFlush>
          <DataTable
            label={texts.title}
            columns={columns(memberships)}
            rows={studies.rows}
            rowKey={(study) => study.slug}
            searchText={(study) => `${study.name} ${study.description}`}
            more={studies.more}
            empty={
              <Empty title={texts.none} action={newStudy}>
                {user?.may_create_studies ? texts.noneMayCreate : texts.noneText}
              </Empty>
            }
          />
        </Panel>
      )}
      <NewStudyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}

const columns = (memberships: Membership[]): Column<StudySummary>[] => [
  {
    key: "name",
    header: texts.name,
    sortBy: (study) => study.name,
    render: (study) => (
      <>
        <Link to="/studies/$slug" params={{ slug: study.slug }} className={classes.name}>
          {study.name}
        </Link>
        {study.is_demo && <span className={classes.demo}>{texts.demo}</span>}
        {study.description && <p className="small">{study.description}</p>}
      </>
    ),
  },
  {
    key: "roles",
    header: texts.roles,
    render: ({ slug }) =>
      memberships
        .find(({ study }) => study.slug === slug)
        ?.roles.map((role) => texts.role[role])
        .join(", "),
  },
  {
    key: "created",
    header: texts.created,
    sortBy: (study) => study.created_at,
    render: (study) => date(study.created_at),
  },
]

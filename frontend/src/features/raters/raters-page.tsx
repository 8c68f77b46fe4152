import { Button } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { answersCsv, membersQuery, studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Coverage } from "./coverage"
import { MembersPanel } from "./members-panel"
import { PassesTable } from "./passes-table"
import { ProgressTable } from "./progress-table"
import { raterQueries } from "./queries"
import { texts } from "./texts"

export function RatersPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/raters" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const isLead = study.my_roles.includes("lead")
  const raters = useQuery(raterQueries.raters(slug))
  const assignments = useQuery({ ...raterQueries.assignments(slug), enabled: isLead })
  const sessions = useQuery({ ...raterQueries.sessions(slug), enabled: isLead })
  const members = useQuery(membersQuery(slug))
  const fault = raters.error ?? assignments.error ?? sessions.error
  const retry = () =>
    void Promise.all([raters.refetch(), isLead && assignments.refetch(), isLead && sessions.refetch()])

  if (isApiError(fault) && fault.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          isLead && (
            <Button component="a" variant="default" href={answersCsv(slug)} title={texts.answersCsvNote} download>
              {texts.answersCsv}
            </Button>
          )
        }
      />
      {fault && <ErrorNotice error={fault} retry={retry} />}
      {isLead && raters.data && members.data && assignments.data && sessions.data && (
        <Coverage
          study={study}
          raters={raters.data}
          nPresent={members.data.filter(({ role }) => role === "rater").length}
          assignments={assignments.data}
          sessions={sessions.data}
        />
      )}
      {isLead && !fault && (
        <Panel title={texts.progress} note={study.are_raters_blind ? texts.progressNote : undefined} isFlush>
          {raters.data && assignments.data ? (
            <ProgressTable raters={raters.data} assignments={assignments.data} />
          ) : (
            <TableSkeleton rows={3} />
          )}
        </Panel>
      )}
      <MembersPanel slug={slug} roles={study.my_roles} />
      {isLead && !fault && (
        <Panel title={texts.passes} note={texts.passesNote} isFlush>
          {assignments.data ? <PassesTable slug={slug} assignments={assignments.data} /> : <TableSkeleton />}
        </Panel>
      )}
    </>
  )
}

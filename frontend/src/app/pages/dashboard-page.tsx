import { useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { date } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { MyAssignments } from "../../features/annotation/my-assignments"
import { assignmentQueries } from "../../features/annotation/queries"
import { StudyCounts } from "../../features/studies/study-counts"
import { nextStep } from "../next-step"
import { StudySteps } from "../study-steps"
import { texts } from "../texts"
import { UnblindedNotice } from "../unblinded-notice"

/** Where the study stands, and the one thing this person should do next. */
export function DashboardPage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const assignments = usePages(assignmentQueries.mine(slug))
  const next = assignments.rows && nextStep(study, assignments.rows)
  const isRater = study.my_roles.includes("rater")

  return (
    <>
      <PageHeader title={study.name}>{study.description}</PageHeader>
      {study.restored_as_of && (
        <Statement headline={texts.restored(date(study.restored_as_of))} tone="warn">
          <Link to="/studies/$slug/people" params={{ slug }}>
            {texts.toRestored}
          </Link>
        </Statement>
      )}
      {next && !study.restored_as_of && <Statement headline={next.sentence}>{next.action}</Statement>}
      {study.my_roles.includes("lead") && <StudySteps study={study} next={next?.step} />}
      {isRater && <UnblindedNotice study={study} />}
      {isRater && (
        <Panel title={texts.myPasses} isFlush>
          {assignments.error && <ErrorNotice error={assignments.error} retry={() => void assignments.refetch()} />}
          {assignments.isPending && <TableSkeleton rows={4} />}
          {assignments.rows && <MyAssignments assignments={assignments.rows} more={assignments.more} />}
        </Panel>
      )}
      {!study.my_roles.includes("lead") && (
        <Panel title={texts.progressTitle}>
          <StudyCounts study={study} />
        </Panel>
      )}
    </>
  )
}

import { Button } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { studyQuery } from "../../api/queries"
import { isOver, type RunDetail } from "../../api/runs"
import { CopyDialog } from "../../components/copy-dialog"
import { ErrorNotice } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { PageHeader } from "../../components/page-header"
import { PageSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { CourseOfRun } from "./course-of-run"
import { FiguresOfRun } from "./figures-of-run"
import { adapterOf, reportOf, runQueries } from "./queries"
import { RunStanding } from "./run-standing"
import { texts } from "./texts"

export function RunPage() {
  const { slug, id } = useParams({ from: "/signed-in/studies/$slug/runs/$id" })
  const roles = useSuspenseQuery(studyQuery(slug)).data.my_roles
  const run = useQuery(runQueries.one(Number(id)))

  if (!run.data) {
    return run.error ? <ErrorNotice isPage error={run.error} retry={() => void run.refetch()} /> : <PageSkeleton />
  }
  const mayChange = roles.includes("lead") || roles.includes("engineer")
  return (
    <>
      <PageHeader title={texts.run(run.data.number)} actions={<Downloads slug={slug} run={run.data} />}>
        <Link to="/studies/$slug/runs" params={{ slug }}>
          {texts.title}
        </Link>{" "}
        · {texts.model(run.data.model_name, run.data.is_demonstration)}, {texts.page.on(texts.arm(run.data.name))}{" "}
        <Link to="/studies/$slug/releases/$id" params={{ slug, id: String(run.data.release_id) }}>
          {texts.page.release(run.data.release)}
        </Link>
      </PageHeader>
      {run.data.withdrawn_text && (
        <Statement headline={texts.page.consentEnded} tone="bad">
          {texts.page.withdrawn(run.data.withdrawn_text)}
        </Statement>
      )}
      <RunStanding run={run.data} mayChange={mayChange} />
      {run.data.evaluation && <FiguresOfRun slug={slug} run={run.data} evaluation={run.data.evaluation} />}
      <CourseOfRun run={run.data} isOpen={!isOver(run.data) || run.data.state !== "succeeded"} />
    </>
  )
}

function Downloads({ slug, run }: { slug: string; run: RunDetail }) {
  const { id, number, evaluation, has_adapter, copy, withdrawn_text } = run
  const say = texts.page
  return (
    <>
      {evaluation && (
        <LinkButton variant="default" to="/studies/$slug/runs/$id/predictions" params={{ slug, id: String(id) }}>
          {say.predictions}
        </LinkButton>
      )}
      {evaluation && (
        <Button component="a" variant="default" href={reportOf(id)} target="_blank">
          {say.report}
        </Button>
      )}
      {has_adapter && (
        <CopyDialog
          name={say.adapterOf(number)}
          label={say.adapter}
          href={adapterOf(id)}
          copy={copy}
          withdrawn={withdrawn_text}
        />
      )}
    </>
  )
}

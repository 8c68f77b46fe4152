import { Button, Select } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"

import { codebookQuery } from "../../api/codebook"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { ERROR_KINDS } from "../../api/runs"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { texts as common } from "../../components/texts"
import { PredictionView } from "./prediction-view"
import { predictionsCsv, runQueries } from "./queries"
import classes from "./runs.module.css"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/runs/$id/predictions"
const say = texts.predictions

export function PredictionsPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { only = "wrong", session } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/runs/$id/predictions" })
  const { my_roles } = useSuspenseQuery(studyQuery(slug)).data
  const mayWatch = my_roles.includes("lead") || my_roles.includes("steward")
  const run = useQuery(runQueries.one(Number(id))).data
  const codebook = useQuery(codebookQuery(slug)).data
  const predictions = usePages(runQueries.predictions(Number(id), { only, session }))
  return (
    <>
      <PageHeader
        title={say.title(run?.number ?? Number(id))}
        actions={
          run?.evaluation && (
            <Button component="a" variant="default" href={predictionsCsv(Number(id), { only, session })} download>
              {say.csv}
            </Button>
          )
        }
      >
        <Link to="/studies/$slug/runs/$id" params={{ slug, id }}>
          {run ? texts.run(run.number) : texts.title}
        </Link>{" "}
        · {run && `${texts.model(run.model_name, run.is_demonstration)}, ${texts.arm(run.name)}. `}
        {say.lead}
      </PageHeader>
      {run?.evaluation && (
        <div className={classes.filters}>
          <Select
            label={say.filter}
            allowDeselect={false}
            value={only}
            onChange={(value) => {
              const kind = ERROR_KINDS.find((each) => each === value)
              void navigate({ search: { session, only: kind === "wrong" ? undefined : kind } })
            }}
            data={ERROR_KINDS.map((value) => ({ value, label: say.kinds[value] }))}
          />
          <Select
            label={say.session}
            placeholder={say.anySession}
            clearable
            value={session ?? null}
            onChange={(value) => void navigate({ search: (asked) => ({ ...asked, session: value ?? undefined }) })}
            data={run.evaluation.holdout.sessions}
          />
        </div>
      )}
      {predictions.error && <ErrorNotice error={predictions.error} retry={() => void predictions.refetch()} />}
      {predictions.isPending && (
        <Panel>
          <TableSkeleton />
        </Panel>
      )}
      {predictions.rows?.length === 0 && (
        <Panel isFlush>
          <Empty title={run?.evaluation ? say.noneFound : say.none}>
            {run?.evaluation ? say.noneFoundText : say.noneText}
          </Empty>
        </Panel>
      )}
      {predictions.rows?.map((prediction) => (
        <PredictionView key={prediction.turn.id} prediction={prediction} codebook={codebook} mayWatch={mayWatch} />
      ))}
      {predictions.more.has && (
        <div>
          <Button variant="default" loading={predictions.more.isLoading} onClick={predictions.more.load}>
            {common.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

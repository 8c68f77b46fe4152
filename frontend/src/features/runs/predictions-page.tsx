import { Button, SegmentedControl } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"

import { codebookQuery } from "../../api/codebook"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { texts as common } from "../../components/texts"
import { PredictionView } from "./prediction-view"
import { runQueries } from "./queries"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/runs/$id/predictions"
const say = texts.predictions

export function PredictionsPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { only = "wrong" } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/runs/$id/predictions" })
  const { my_roles } = useSuspenseQuery(studyQuery(slug)).data
  const mayWatch = my_roles.includes("lead") || my_roles.includes("steward")
  const run = useQuery(runQueries.one(Number(id))).data
  const codebook = useQuery(codebookQuery(slug)).data
  const predictions = usePages(runQueries.predictions(Number(id), only))
  return (
    <>
      <PageHeader
        title={say.title(run?.number ?? Number(id))}
        actions={
          <SegmentedControl
            aria-label={say.filter}
            value={only}
            onChange={(value) => void navigate({ search: { only: value === "all" ? "all" : undefined } })}
            data={[
              { value: "wrong", label: say.wrong },
              { value: "all", label: say.all },
            ]}
          />
        }
      >
        <Link to="/studies/$slug/runs/$id" params={{ slug, id }}>
          {run ? texts.run(run.number) : texts.title}
        </Link>{" "}
        · {run && `${texts.model(run.model_name, run.is_demonstration)}, ${texts.arm(run.name)}. `}
        {say.lead}
      </PageHeader>
      {predictions.error && <ErrorNotice error={predictions.error} retry={() => void predictions.refetch()} />}
      {predictions.isPending && (
        <Panel>
          <TableSkeleton />
        </Panel>
      )}
      {predictions.rows?.length === 0 && (
        <Panel isFlush>
          <Empty title={run?.evaluation && only === "wrong" ? say.noneWrong : say.none}>
            {!run?.evaluation && say.noneText}
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

import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { codebookQuery } from "../../api/codebook"
import { usePages } from "../../api/paging"
import { studyQuery } from "../../api/queries"
import { isRefused } from "../../api/withdrawal"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { PageHeader } from "../../components/page-header"
import { PageSkeleton } from "../../components/skeleton"
import classes from "./adjudication.module.css"
import { reviewQueries } from "./queries"
import { ResultPanel } from "./result-panel"
import { Reviewing } from "./reviewing"
import { texts } from "./texts"

/** One drawn sample: its turns one by one, and for leads what the experts say. */
export function SamplePage() {
  const { slug, id } = useParams({ from: "/signed-in/studies/$slug/review/$id" })
  const study = useSuspenseQuery(studyQuery(slug)).data
  const samples = usePages(reviewQueries.samples(slug))
  const items = useQuery(reviewQueries.items(Number(id)))
  const codebook = useQuery(codebookQuery(slug))
  const sample = samples.rows?.find((each) => each.id === Number(id))
  // A look that fails for want of a connection takes no half-told dispute away.
  const itemsError = items.data && !isRefused(items.error) ? null : items.error
  const error = itemsError ?? samples.error ?? codebook.error
  const isExpert = study.my_roles.includes("expert")

  if (error) return <ErrorNotice isPage error={error} retry={() => void items.refetch()} />
  if (!items.data || !samples.rows || !codebook.data) return <PageSkeleton />
  if (!sample) return <Empty isPage title={texts.review.none} />
  return (
    <>
      <PageHeader title={texts.review.sample(sample.number)}>
        <Link to="/studies/$slug/review" params={{ slug }}>
          {texts.review.title}
        </Link>{" "}
        · {texts.review.ofConsensus(sample.size, sample.drawn_from)}
        {isExpert && sample.my_size < sample.size && ` · ${texts.review.ownTurns(sample.size - sample.my_size)}`}
        <details className={`${classes.how} small`}>
          <summary>{texts.review.howDrawn}</summary>
          <p>{texts.review.howDrawnText(sample.seed)}</p>
        </details>
      </PageHeader>
      {sample.result && <ResultPanel result={sample.result} codebook={codebook.data} />}
      <Reviewing codebook={codebook.data} items={items.data} sampleId={sample.id} isExpert={isExpert} />
    </>
  )
}

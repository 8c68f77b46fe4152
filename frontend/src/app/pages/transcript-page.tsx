import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams, useSearch } from "@tanstack/react-router"
import { useEffect } from "react"

import { isApiError } from "../../api/client"
import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageSkeleton } from "../../components/skeleton"
import { sessionQueries } from "../../features/sessions/queries"
import { TranscriptEditor } from "../../features/transcript/editor"
import { transcriptQueries } from "../../features/transcript/queries"
import { texts } from "../../features/transcript/texts"
import { NotFoundPage } from "../not-found-page"

const ROUTE = "/signed-in/studies/$slug/sessions/$id/transcript"

/** The transcript of a session, to be mended by its leads. */
export function TranscriptPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { turn } = useSearch({ from: ROUTE })
  const isLead = useSuspenseQuery(studyQuery(slug)).data.my_roles.includes("lead")
  const session = useQuery({ ...sessionQueries.one(Number(id)), enabled: isLead })
  const transcript = useQuery({ ...transcriptQueries.one(Number(id)), enabled: isLead })
  const queryClient = useQueryClient()
  // The session's own page shows the turns as they were left here.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: sessionQueries.all() }), [queryClient])
  const error = session.error ?? transcript.error

  if (!isLead) return <NoRight say={texts.edit} />
  if (isApiError(error) && error.status === 404) return <NotFoundPage />
  if (error && !transcript.data) {
    const retry = () => void Promise.all([session.refetch(), transcript.refetch()])
    return <ErrorNotice isPage error={error} retry={retry} />
  }
  if (!session.data || !transcript.data) return <PageSkeleton />
  return (
    <>
      <Link to="/studies/$slug/sessions/$id" params={{ slug, id }} search={{}} className="small">
        {texts.edit.back}
      </Link>
      <TranscriptEditor key={id} slug={slug} session={session.data} transcript={transcript.data} beginAt={turn} />
    </>
  )
}

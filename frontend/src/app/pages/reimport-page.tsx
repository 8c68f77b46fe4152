import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams, useSearch } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageSkeleton } from "../../components/skeleton"
import { sessionQueries } from "../../features/sessions/queries"
import { ReimportView } from "../../features/transcript/reimport-view"
import { texts } from "../../features/transcript/texts"
import { NotFoundPage } from "../not-found-page"
import { READING_PARTS } from "./reading-parts"

const ROUTE = "/signed-in/studies/$slug/sessions/$id/transcript/new"

/** A new transcript file for a session that has one. */
export function ReimportPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { draft } = useSearch({ from: ROUTE })
  const isLead = useSuspenseQuery(studyQuery(slug)).data.my_roles.includes("lead")
  const session = useQuery({ ...sessionQueries.one(Number(id)), enabled: isLead })

  if (!isLead) return <NoRight say={texts.edit} />
  if (isApiError(session.error) && session.error.status === 404) return <NotFoundPage />
  if (session.error) return <ErrorNotice isPage error={session.error} retry={() => void session.refetch()} />
  if (!session.data) return <PageSkeleton />
  return (
    <>
      <Link to="/studies/$slug/sessions/$id/transcript" params={{ slug, id }} search={{}} className="small">
        {texts.file.back}
      </Link>
      <ReimportView slug={slug} session={session.data} draftId={draft} parts={READING_PARTS} />
    </>
  )
}

import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import type { SessionDetail } from "../../api/corpus"
import { studyQuery } from "../../api/queries"
import { Empty } from "../../components/empty"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { PageSkeleton } from "../../components/skeleton"
import { CamerasView } from "../../features/sessions/cameras-view"
import { sessionQueries } from "../../features/sessions/queries"
import { texts } from "../../features/sessions/texts"
import { NotFoundPage } from "../not-found-page"

const ROUTE = "/signed-in/studies/$slug/sessions/$id/cameras"

/** The two cameras of a session, to be moved by its leads where they don't keep together. */
export function CamerasPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const isLead = useSuspenseQuery(studyQuery(slug)).data.my_roles.includes("lead")
  const session = useQuery({ ...sessionQueries.one(Number(id)), enabled: isLead })

  if (!isLead) return <NoRight say={texts.cameras} />
  if (isApiError(session.error) && session.error.status === 404) return <NotFoundPage />
  if (session.error) return <ErrorNotice isPage error={session.error} retry={() => void session.refetch()} />
  if (!session.data) return <PageSkeleton />
  return (
    <>
      <Link to="/studies/$slug/sessions/$id" params={{ slug, id }} search={{}} className="small">
        {texts.cameras.back}
      </Link>
      <PageHeader title={texts.cameras.title(session.data.key)}>{texts.cameras.lead}</PageHeader>
      <Cameras session={session.data} />
    </>
  )
}

function Cameras({ session }: { session: SessionDetail }) {
  const { recording, counsellor_recording: second, may_play, why_not_play } = session
  if (!recording || !second)
    return (
      <Empty isPage title={texts.cameras.oneAlone}>
        {texts.cameras.oneAloneText}
      </Empty>
    )
  if (!may_play)
    return (
      <Empty isPage title={texts.page.noPicture}>
        {why_not_play}
      </Empty>
    )
  if (!second.is_ready)
    return (
      <Empty isPage title={texts.page.noPicture}>
        {texts.cameras.beingMade}
      </Empty>
    )
  return <CamerasView key={session.id} session={session} second={second} durationMs={recording.duration_ms} />
}

import { useInfiniteQuery, useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useRef } from "react"

import { isApiError } from "../../api/client"
import type { Frame } from "../../api/frames"
import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { PageHeader } from "../../components/page-header"
import { PageSkeleton } from "../../components/skeleton"
import { Desk } from "../../features/frames/desk"
import { frameQueries } from "../../features/frames/queries"
import { Sheet } from "../../features/frames/sheet"
import { texts } from "../../features/frames/texts"
import { sessionQueries } from "../../features/sessions/queries"
import { NotFoundPage } from "../not-found-page"

const ROUTE = "/signed-in/studies/$slug/sessions/$id/frames"

/** The contact sheet of a session, and one frame of it where the address names one. */
export function FramesPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { only, frame } = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: "/studies/$slug/sessions/$id/frames" })
  const isLead = useSuspenseQuery(studyQuery(slug)).data.my_roles.includes("lead")
  const session = useQuery(sessionQueries.one(Number(id)))
  const latest = useRef(frame)
  if (frame !== undefined) latest.current = frame
  // The sheet that a frame is opened from says what comes before and after it.
  const sheet = useInfiniteQuery({ ...frameQueries.sheet(Number(id), only), enabled: frame !== undefined })
  const beside = sheet.data?.pages.flatMap((page) => page.results) ?? []
  const at = beside.findIndex((each) => each.id === frame)
  const open = (next: Frame | undefined) => void navigate({ search: { only, frame: next?.id } })

  if (isApiError(session.error) && session.error.status === 404) return <NotFoundPage />
  if (session.error) return <ErrorNotice isPage error={session.error} retry={() => void session.refetch()} />
  if (!session.data) return <PageSkeleton />
  if (frame !== undefined) {
    return (
      <Desk
        session={session.data}
        id={frame}
        isLead={isLead}
        previous={at > 0 ? beside[at - 1] : undefined}
        next={at >= 0 ? beside[at + 1] : undefined}
        onGo={open}
        onBack={() => open(undefined)}
      />
    )
  }
  return (
    <>
      <Link to="/studies/$slug/sessions/$id" params={{ slug, id }} search={{}} className="small">
        {texts.back}
      </Link>
      <PageHeader title={texts.title(session.data.key)}>{texts.lead}</PageHeader>
      <Sheet
        session={session.data}
        only={only}
        from={latest.current}
        onOnly={(kind) => void navigate({ search: { only: kind } })}
        onOpen={open}
      />
    </>
  )
}

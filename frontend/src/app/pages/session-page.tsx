import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams, useSearch } from "@tanstack/react-router"

import { isApiError } from "../../api/client"
import { studyQuery } from "../../api/queries"
import { ErrorNotice } from "../../components/error-notice"
import { PageHeader } from "../../components/page-header"
import { PageSkeleton } from "../../components/skeleton"
import { SessionPeople } from "../../features/people/session-people"
import { SessionPasses } from "../../features/raters/session-passes"
import { sessionQueries } from "../../features/sessions/queries"
import { SessionActions } from "../../features/sessions/session-actions"
import { SessionFacts } from "../../features/sessions/session-facts"
import { SessionNotices } from "../../features/sessions/session-notices"
import { SessionView } from "../../features/sessions/session-view"
import { texts } from "../../features/sessions/texts"
import { usePreparation } from "../../features/sessions/use-preparation"
import { NotFoundPage } from "../not-found-page"
import classes from "../shell.module.css"

const ROUTE = "/signed-in/studies/$slug/sessions/$id"

/** One session: watch it, see its frames, its people and who labels it. */
export function SessionPage() {
  const { slug, id } = useParams({ from: ROUTE })
  const { turn } = useSearch({ from: ROUTE })
  const { my_roles } = useSuspenseQuery(studyQuery(slug)).data
  const session = useQuery(sessionQueries.one(Number(id)))
  const isLead = my_roles.includes("lead")
  const isSteward = my_roles.includes("steward")
  const preparation = usePreparation(session.data, isLead || isSteward)

  if (isApiError(session.error) && session.error.status === 404) return <NotFoundPage />
  if (session.error) return <ErrorNotice isPage error={session.error} retry={() => void session.refetch()} />
  if (!session.data) return <PageSkeleton />
  const { key, title, client, counsellor } = session.data
  return (
    <>
      <Link to="/studies/$slug/sessions" params={{ slug }} className="small">
        {texts.page.back}
      </Link>
      <PageHeader
        title={texts.page.tab(key, title)}
        actions={isLead && <SessionActions slug={slug} session={session.data} />}
      >
        <SessionFacts session={session.data} />
      </PageHeader>
      <SessionNotices session={session.data} preparation={preparation} isLead={isLead} />
      <SessionView
        key={`${id} ${turn}`}
        slug={slug}
        session={session.data}
        beginAt={turn}
        isPreparing={preparation?.isRunning ?? false}
      />
      {(isLead || isSteward) && (
        <div className={classes.pair}>
          <SessionPeople slug={slug} pseudonyms={[client, counsellor]} />
          {isLead && <SessionPasses slug={slug} sessionId={session.data.id} />}
        </div>
      )}
    </>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Outlet, useParams } from "@tanstack/react-router"

import { ApiError, isApiError } from "../api/client"
import { studyQuery } from "../api/queries"
import { ErrorNotice } from "../components/error-notice"
import { Main } from "../components/main"
import { NotFoundPage } from "./not-found-page"
import classes from "./shell.module.css"
import { StudyNavigation } from "./study-navigation"
import { TopBar } from "./top-bar"

/** The navigation of one study over its page. A study you may not see does not exist. */
export function StudyLayout() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug" })
  const study = useQuery(studyQuery(slug))
  // Without a connection it waits for one, and what is there already stays.
  const error =
    study.isPaused && !study.data ? new ApiError(0, "no_connection", "The server cannot be reached.") : study.error

  if (isApiError(study.error) && study.error.status === 404) return <NotFoundPage />
  return (
    <>
      <TopBar>
        <StudyNavigation slug={slug} study={study.data} />
      </TopBar>
      <Main id="content" className={classes.main}>
        {error ? (
          <ErrorNotice isPage error={error} retry={() => void study.refetch()} />
        ) : (
          // A page may count on the study being there: its queries find it in the cache.
          study.data && <Outlet />
        )}
      </Main>
    </>
  )
}

import { useDocumentTitle } from "@mantine/hooks"
import type { ErrorComponentProps } from "@tanstack/react-router"

import { ApiError, request } from "../api/client"
import { ErrorNotice } from "../components/error-notice"
import { Main } from "../components/main"
import classes from "./shell.module.css"
import { texts } from "./texts"

/** What browsers, and the loader for styles, say of code that did not arrive. */
const NOT_LOADED = /dynamically imported module|importing a module script|unable to preload/i

/** What is shown instead of a page whose code failed or could not be loaded. */
export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const isNotLoaded = NOT_LOADED.test(error.message)
  const title = isNotLoaded ? texts.unloadedTitle : texts.faultTitle
  useDocumentTitle(`${title} · Attune`)
  return (
    <Main className={classes.main}>
      {isNotLoaded ? (
        <ErrorNotice isPage title={title} error={new ApiError(0, "no_connection", error.message)} retry={loadAgain} />
      ) : (
        <ErrorNotice isPage title={title} error={error} retry={reset} />
      )}
    </Main>
  )
}

/** Load the page anew once the server answers; until then the browser would show its own page instead. */
function loadAgain() {
  request("me/").then(
    () => window.location.reload(),
    () => undefined,
  )
}

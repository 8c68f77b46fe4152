import { useDocumentTitle } from "@mantine/hooks"
import type { ErrorComponentProps } from "@tanstack/react-router"

import { ErrorNotice } from "../components/error-notice"
import classes from "./shell.module.css"
import { texts } from "./texts"

/** What is shown instead of a page whose code failed or could not be loaded. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  useDocumentTitle(`${texts.faultTitle} · Attune`)
  return (
    <main className={classes.main}>
      <ErrorNotice
        title={texts.faultTitle}
        error={error instanceof Error ? error : new Error(String(error))}
        retry={reset}
      />
    </main>
  )
}

import { Button } from "@mantine/core"
import { notifications } from "@mantine/notifications"

import { isApiError } from "../api/client"
import classes from "./error-notice.module.css"
import { texts } from "./texts"

type Props = {
  /** Whether it is all there is of a page, which is then called by its title. */
  isPage?: boolean
  error: Error
  title?: string
  retry?: () => void
}

/** What happened, what is safe, what to do. */
export function ErrorNotice({ isPage = false, error, title = texts.whatHappened.title, retry }: Props) {
  const Title = isPage ? "h1" : "h2"
  return (
    <div role="alert" className={classes.notice}>
      <Title>{title}</Title>
      <p>{explain(error)}</p>
      <p className="small">{texts.safe}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}

/** The same for an action that failed, in the corner: what a person was doing stays on the screen. */
export function showError(error: Error, title?: string): void {
  notifications.show({ title, message: explain(error), color: "red", autoClose: 12_000 })
}

/** One or two sentences a person can act on. The server's own words are kept where it chose them. */
export function explain(error: Error): string {
  const { offline, server, fault, forbidden } = texts.whatHappened
  if (!isApiError(error)) return fault
  if (error.status === 0) return offline
  if (error.status >= 500) return server
  if (error.status === 403 && !error.message) return forbidden
  return error.message
}

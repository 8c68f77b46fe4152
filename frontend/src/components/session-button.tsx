import type { ReactNode } from "react"

import { LinkButton } from "./link-button"

type Props = {
  slug: string
  session: number
  page: "cameras" | "frames" | "transcript" | "transcript/new"
  children: ReactNode
}

/** A button to one of the pages about a session. */
export const SessionButton = ({ slug, session, page, children }: Props) => (
  <LinkButton
    variant="default"
    to={`/studies/$slug/sessions/$id/${page}`}
    params={{ slug, id: String(session) }}
    search={{}}
  >
    {children}
  </LinkButton>
)

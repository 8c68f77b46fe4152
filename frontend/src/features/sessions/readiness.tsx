import { Link } from "@tanstack/react-router"

import type { Study } from "../../api/types"
import { texts } from "./texts"

type Props = { study: Pick<Study, "slug" | "counts"> }

/** How many sessions may be labelled now, and where consent is recorded for those that may not. */
export function Readiness({ study: { slug, counts } }: Props) {
  return (
    <>
      {texts.lead(counts.sessions_ready, counts.sessions)}
      {counts.sessions_without_consent > 0 && (
        <>
          {" "}
          {texts.withoutConsent(counts.sessions_without_consent)}{" "}
          <Link to="/studies/$slug/people" params={{ slug }}>
            {texts.toPeople}
          </Link>
        </>
      )}
    </>
  )
}

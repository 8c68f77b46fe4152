import { Link } from "@tanstack/react-router"

import { usePages } from "../../api/paging"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { PassLink } from "./pass-link"
import { ProgressCell } from "./progress-table"
import { raterQueries } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"

type Props = { slug: string; sessionId: number }

/** Who labels one session, and how far they are. */
export function SessionPasses({ slug, sessionId }: Props) {
  const assignments = usePages(raterQueries.ofSession(slug, sessionId))
  return (
    <Panel
      title={texts.inSession}
      actions={
        <Link to="/studies/$slug/raters" params={{ slug }} className="small">
          {texts.toRaters}
        </Link>
      }
    >
      {assignments.isPending && <TableSkeleton rows={2} />}
      {assignments.error && <ErrorNotice error={assignments.error} retry={() => void assignments.refetch()} />}
      {assignments.rows?.length === 0 && <p>{texts.inSessionNone}</p>}
      <ul className={classes.inSession}>
        {assignments.rows?.map((assignment) => (
          <li key={assignment.id}>
            <span>
              <strong>{assignment.rater}</strong>{" "}
              <span className="small">
                <PassLink assignment={assignment} />
              </span>
            </span>
            <ProgressCell label={assignment.rater} nComplete={assignment.n_complete} nTurns={assignment.n_turns} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"

import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./people.module.css"
import { personsQuery } from "./queries"
import { scopesOnRecord } from "../../api/standing"
import { StandingCell } from "./standing-cell"
import { texts } from "./texts"

type Props = { slug: string; pseudonyms: (string | null)[] }

/** What each person recorded in one session agreed to. */
export function SessionPeople({ slug, pseudonyms }: Props) {
  const persons = useQuery(personsQuery(slug))
  const now = new Date()
  return (
    <Panel
      title={texts.inSession}
      actions={
        <Link to="/studies/$slug/people" params={{ slug }} className="small">
          {texts.toPeople}
        </Link>
      }
    >
      {persons.isPending && <TableSkeleton rows={2} />}
      {persons.error && <ErrorNotice error={persons.error} retry={() => void persons.refetch()} />}
      {persons.data
        ?.filter(({ pseudonym }) => pseudonyms.includes(pseudonym))
        .map(({ id, pseudonym, role, consents }) => (
          <div key={id} className={classes.inSession}>
            <p>
              <strong>{pseudonym}</strong> <span className="small">{texts.roles[role]}</span>
            </p>
            <dl>
              {scopesOnRecord([{ consents }]).map((scope) => (
                <div key={scope}>
                  <dt>{texts.scope[scope]}</dt>
                  <dd>
                    <StandingCell consents={consents} scope={scope} now={now} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
    </Panel>
  )
}

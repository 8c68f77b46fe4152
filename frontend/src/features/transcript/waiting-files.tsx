import { useQuery } from "@tanstack/react-query"

import type { SessionDetail } from "../../api/corpus"
import { LinkButton } from "../../components/link-button"
import { counted, dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { transcriptQueries } from "./queries"
import classes from "./reimport.module.css"
import { texts } from "./texts"

type Props = { slug: string; session: SessionDetail }

/** New files of the session that were sent and not decided on; none, and nothing is shown. */
export function WaitingFiles({ slug, session }: Props) {
  const waiting = useQuery(transcriptQueries.drafts(session.id)).data ?? []
  if (waiting.length === 0) return null
  return (
    <Panel title={texts.file.waiting} note={texts.file.waitingNote}>
      <ul className={classes.waiting}>
        {waiting.map(({ id, transcript_name, n_turns, created_at }) => (
          <li key={id}>
            <span>
              <strong>{transcript_name}</strong>{" "}
              <span className="small">
                {counted(n_turns, "turn")} · {dateTime(created_at)}
              </span>
            </span>
            <LinkButton
              variant="default"
              size="compact-sm"
              to="/studies/$slug/sessions/$id/transcript/new"
              params={{ slug, id: String(session.id) }}
              search={{ draft: id }}
            >
              {texts.file.look}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

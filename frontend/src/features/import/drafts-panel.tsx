import { Button, Group } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"

import { LinkButton } from "../../components/link-button"
import { counted, dateTime } from "../../components/numbers"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import classes from "./import.module.css"
import { importQueries } from "./queries"
import { texts } from "./texts"
import { useThrowAway } from "./use-throw-away"

type Props = { slug: string }

/** Imports that were begun; none, and nothing is shown. */
export function DraftsPanel({ slug }: Props) {
  const drafts = useQuery(importQueries.drafts(slug))
  const { ask, dialog } = useThrowAway(slug)
  if (drafts.error) return <ErrorNotice error={drafts.error} retry={() => void drafts.refetch()} />
  const begun = drafts.data ?? []
  if (begun.length === 0) return dialog
  return (
    <Panel title={texts.drafts} note={texts.draftsNote}>
      <ul className={classes.drafts}>
        {begun.map((draft) => (
          <li key={draft.id}>
            <div className={classes.draft}>
              <strong>{texts.draftOf(draft.transcript_name, draft.video_name || (draft.upload?.name ?? ""))}</strong>
              <span className="small">
                {counted(draft.n_turns, "turn")} · {dateTime(draft.created_at)}
                {draft.upload && ` · ${texts.waits}`}
              </span>
            </div>
            <Group gap={6} wrap="nowrap">
              <LinkButton
                variant="default"
                size="compact-sm"
                to="/studies/$slug/import"
                params={{ slug }}
                search={{ draft: draft.id }}
              >
                {texts.goOn}
              </LinkButton>
              <Button variant="default" size="compact-sm" onClick={() => ask(draft)}>
                {texts.throwAway}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

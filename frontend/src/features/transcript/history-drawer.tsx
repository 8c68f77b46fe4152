import { Drawer } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"

import type { Revision } from "../../api/corpus"
import { ErrorNotice } from "../../components/error-notice"
import { mediaTime } from "../../components/numbers"
import { TableSkeleton } from "../../components/skeleton"
import { transcriptQueries } from "./queries"
import { texts } from "./texts"
import classes from "./transcript.module.css"

type Props = { sessionId: number; isOpen: boolean; onClose: () => void }

/** Who changed what and when, and the labelled turns that left on the way. */
export function HistoryDrawer({ sessionId, isOpen, onClose }: Props) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size="md" title={texts.history.title}>
      {isOpen && <History sessionId={sessionId} />}
    </Drawer>
  )
}

function History({ sessionId }: { sessionId: number }) {
  const say = texts.history
  const history = useQuery({ ...transcriptQueries.one(sessionId), staleTime: 0 })
  if (history.error) return <ErrorNotice error={history.error} retry={() => void history.refetch()} />
  if (!history.data || history.isFetching) return <TableSkeleton /> // What is known is older than the edits.
  const { revisions, retired } = history.data
  return (
    <div className={classes.history}>
      <p className="small">{revisions.length > 1 ? say.note : say.none}</p>
      <ol aria-label={say.title}>
        {revisions.map((revision) => (
          <li key={revision.number} data-is-undone={revision.undone_by !== null || undefined}>
            <span>
              <strong>{done(revision)}</strong>
              {revision.undone_by !== null && <span className={classes.labels}>{say.undone}</span>}
            </span>
            {revision.kind === "file" && revision.number > 1 && (
              <span className="small">{say.counts(revision.n_changed, revision.n_new, revision.n_gone)}</span>
            )}
            <span className="small number">
              {say.revision(revision.number)} · {say.by(revision.by, revision.at)}
            </span>
          </li>
        ))}
      </ol>
      {retired.length > 0 && (
        <section>
          <h3>{say.retired}</h3>
          <p className="small">{say.retiredNote}</p>
          <ul>
            {retired.map((turn) => (
              <li key={turn.id}>
                <span>
                  <strong className="small">{texts.list.roles[turn.role]}</strong>{" "}
                  {turn.start_ms !== null && <span className="small number">{mediaTime(turn.start_ms)}</span>}
                  <span className={classes.labels}>{texts.list.labels(turn.n_labels)}</span>
                </span>
                <span className={classes.clamped}>{turn.text}</span>
                <span className="small">{say.retiredBy(turn.retired_by)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function done({ number, kind, file, position, what, undoes }: Revision): string {
  const say = texts.history
  const turn = (position ?? 0) + 1
  if (kind === "undo") return say.kind.undo(undoes ?? 0)
  if (kind === "file") return number === 1 ? say.first(file) : say.file(file)
  if (kind !== "change") return say.kind[kind](turn)
  return say.kind.change(turn, what.length ? what.map((each) => say.what[each]).join(" and ") : say.whatElse)
}

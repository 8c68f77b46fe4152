import type { SessionDetail } from "../../api/corpus"
import { SessionButton } from "../../components/session-button"
import { counted } from "../../components/numbers"
import classes from "./sessions.module.css"
import { texts } from "./texts"
import { missingReasons } from "./turns"

type Props = { slug: string; session: SessionDetail; isPreparing: boolean }

/** Whether each client turn has its picture, why some have none, and the way to look at all of them. */
export function FramesSummary({ slug, session, isPreparing }: Props) {
  const turns = session.turns.filter((turn) => turn.role === "client")
  const missing = turns.filter((turn) => turn.frame_missing)
  const { face_search: search = null, client_region: region = null } = session.recording ?? {}

  if (!session.has_video) return <p>{texts.page.framesNoVideo}</p>
  if (!session.recording) return <p>{texts.page.framesWithheld}</p>
  if (isPreparing || session.state !== "ready") return <p>{texts.page.framesWaiting}</p>
  return (
    <div className={classes.sheetHead}>
      <div>
        {missing.length === 0 ? (
          <p>{texts.page.framesAll(turns.length)}</p>
        ) : (
          <>
            <p>{texts.page.framesMissing(missing.length, turns.length)}</p>
            <ul className={classes.reasons}>
              {missingReasons(missing).map(({ reason, n }) => (
                <li key={reason}>
                  {reason} <span className="small">{counted(n, "turn")}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {search && (
          <p className="small">
            {texts.page.search(search.looks, search.misses)}
            {search.several ? ` ${texts.page.several(search.several)}` : ""}
          </p>
        )}
        {search && search.looks > 0 && !region && <p className="small">{texts.page.nobodySaid}</p>}
      </div>
      <SessionButton slug={slug} session={session.id} page="frames">
        {texts.page.toSheet}
      </SessionButton>
    </div>
  )
}

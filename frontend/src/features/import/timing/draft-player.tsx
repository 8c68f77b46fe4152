import { useEffect, useState, type RefObject } from "react"

import { urlOf } from "../../../api/client"
import { learnClock, nowMs } from "../../../components/media-clock"
import { turnAt } from "../../../components/turn-clip"
import type { Draft, DraftTurn } from "../queries"
import type { Roles } from "../roles"
import { texts as importTexts } from "../texts"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = {
  draft: Draft
  roles: Roles
  offsetMs: number
  video: RefObject<HTMLVideoElement | null>
  onUnplayable: () => void
}

/** The recording as it was sent, with the turn under it that the transcript has at each moment. */
export function DraftPlayer({ draft, roles, offsetMs, video, onUnplayable }: Props) {
  const turn = useTurnNow(draft.reading.turns, offsetMs, video)
  const role = turn && roles[turn.speaker]
  const firstPictureMs = draft.probe?.start_ms ?? 0
  useEffect(() => (video.current ? learnClock(video.current, firstPictureMs) : undefined), [video, firstPictureMs])
  return (
    <div className={classes.player}>
      <video
        ref={video}
        controls
        preload="metadata"
        src={urlOf(`drafts/${draft.id}/video/`)}
        aria-label={texts.video}
        onError={onUnplayable}
        onLoadedMetadata={({ currentTarget }) => {
          // Sound without the picture that there is: the browser knows only one of the two codecs.
          if (draft.probe?.width && currentTarget.videoWidth === 0) onUnplayable()
        }}
      />
      <div className={classes.now} data-role={role ?? undefined}>
        {turn ? (
          <>
            <span className="small">
              {texts.turn(turn.position)} · {role ? importTexts.roles[role] : turn.speaker || importTexts.unknown}
            </span>
            <span className={classes.words}>{turn.text}</span>
          </>
        ) : (
          <span className="small">{texts.nobody}</span>
        )}
      </div>
    </div>
  )
}

/** Looked up at every picture that the screen shows: the browser's own notice comes four times a second, too seldom. */
function useTurnNow(turns: DraftTurn[], offsetMs: number, video: RefObject<HTMLVideoElement | null>) {
  const [turn, setTurn] = useState<DraftTurn>()
  useEffect(() => {
    let request = 0
    const look = () => {
      setTurn(turnAt(turns, (video.current ? nowMs(video.current) : 0) - offsetMs))
      request = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(request)
  }, [turns, offsetMs, video])
  return turn
}

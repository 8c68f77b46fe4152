import { useMemo, useRef, useState } from "react"

import type { SessionDetail, SessionTurn } from "../../api/corpus"
import { Panel } from "../../components/panel"
import { Remarks } from "../../components/remarks"
import { FramesSummary } from "./frames-summary"
import { Player } from "./player"
import classes from "./sessions.module.css"
import { texts } from "./texts"
import { TurnList } from "./turn-list"
import { noteOf, turnAt } from "./turns"

type Props = {
  slug: string
  session: SessionDetail
  /** The position of the turn to begin at. */
  beginAt?: number
  /** Whether the frames are being taken, for the first time or again. */
  isPreparing: boolean
}

/** Recording, turns and frames of one session, which follow each other. */
export function SessionView({ slug, session, beginAt, isPreparing }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const begin = session.turns.find((turn) => turn.position === beginAt)
  const [chosen, setChosen] = useState(begin)
  const [nowMs, setNowMs] = useState<number>()
  const spoken = useMemo(() => (nowMs === undefined ? undefined : turnAt(session.turns, nowMs)), [session.turns, nowMs])

  const choose = (turn: SessionTurn) => {
    setChosen(turn)
    if (turn.clip.from_ms === null || !video.current) return
    video.current.currentTime = turn.clip.from_ms / 1000
    void video.current.play().catch(() => undefined) // The browser may refuse to play; the moment is shown all the same.
  }
  const follow = (ms: number) => {
    setNowMs(ms)
    setChosen(undefined)
  }

  return (
    <>
      <div className={classes.watch}>
        <Player session={session} startMs={begin?.clip.from_ms ?? 0} video={video} onTime={follow} />
        <Panel
          title={texts.page.transcript}
          note={noteOf(session.turns, { isRecorded: session.recording !== null })}
          isFlush
        >
          <TurnList turns={session.turns} current={chosen ?? spoken} onChoose={choose} />
        </Panel>
      </div>
      <Panel title={texts.page.frames}>
        <FramesSummary slug={slug} session={session} isPreparing={isPreparing} />
      </Panel>
      {session.remarks && (
        <Panel title={texts.page.remarks} note={texts.page.remarksNote}>
          {session.remarks.length > 0 ? <Remarks remarks={session.remarks} /> : <p>{texts.page.noRemarks}</p>}
        </Panel>
      )}
    </>
  )
}

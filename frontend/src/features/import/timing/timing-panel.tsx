import { Button } from "@mantine/core"
import type { RefObject } from "react"

import { KeyHint } from "../../../components/key-hint"
import type { Moved } from "../../../components/moving/use-moved"
import { Panel } from "../../../components/panel"
import { useShortcuts } from "../../../components/use-shortcuts"
import type { Draft } from "../queries"
import { speakersAs, type Roles } from "../roles"
import { DraftPlayer } from "./draft-player"
import { FirstStill } from "./first-still"
import { firstClientTurn, placedStart } from "./fit"
import { FitFacts } from "./fit-facts"
import { LengthsFigure } from "./lengths-figure"
import { NudgeBar } from "./nudge-bar"
import { RecordingFacts } from "./recording-facts"
import { texts } from "./texts"
import classes from "./timing.module.css"

type Props = {
  draft: Draft
  roles: Roles
  offset: Moved<number>
  video: RefObject<HTMLVideoElement | null>
  isPlayable: boolean
  onUnplayable: () => void
  onPlay: (ms: number) => void
  onJump: (position: number) => void
}

/** Whether the transcript's times fit the recording, to be heard, seen and mended. */
export function TimingPanel({ draft, roles, offset, video, isPlayable, onUnplayable, onPlay, onJump }: Props) {
  const { reading, probe } = draft
  const offsetMs = offset.ms
  const isTimed = reading.facts.n_untimed < reading.facts.n_turns
  const first = firstClientTurn(reading.turns, roles)
  const firstMs = first ? placedStart(first, offsetMs) : null
  const isInside = firstMs !== null && firstMs >= 0 && (probe === null || firstMs < probe.duration_ms)
  const playFirst = isPlayable && isInside ? () => onPlay(firstMs) : undefined
  const toggle = () => {
    if (video.current?.paused) void video.current.play().catch(() => undefined)
    else video.current?.pause()
  }
  useShortcuts(probe && isPlayable ? { " ": toggle, p: playFirst } : {})
  const why = whyNotFirst(draft, roles, firstMs, isInside)

  return (
    <Panel title={texts.title} note={probe && isTimed && isPlayable ? texts.note : texts.noteWithoutPicture}>
      <div className={classes.timing}>
        {probe ? <RecordingFacts probe={probe} /> : !draft.upload && <p>{texts.noRecording}</p>}
        {probe && isTimed && (
          <div className={classes.beside}>
            {isPlayable ? (
              <DraftPlayer {...{ draft, roles, offsetMs, video, onUnplayable }} />
            ) : (
              <FirstStill draftId={draft.id} atMs={firstMs} />
            )}
            <div className={classes.controls}>
              {isPlayable && (
                <Button
                  className={classes.playFirst}
                  disabled={!playFirst}
                  aria-keyshortcuts="P"
                  rightSection={<KeyHint keys="P" isOnAccent={Boolean(playFirst)} />}
                  onClick={playFirst}
                >
                  {texts.playFirst}
                </Button>
              )}
              {why && <p className={classes.why}>{why}</p>}
              <NudgeBar offset={offset} isPlayable={isPlayable} />
            </div>
          </div>
        )}
        <div className={classes.beside}>
          <FitFacts draft={draft} offsetMs={offsetMs} onJump={onJump} />
          <LengthsFigure turns={reading.turns} lengths={reading.facts.lengths} />
        </div>
      </div>
    </Panel>
  )
}

function whyNotFirst({ reading }: Draft, roles: Roles, firstMs: number | null, isInside: boolean): string | null {
  if (isInside) return null
  if (firstMs !== null) return texts.outside
  const clients = speakersAs("client", roles)
  return reading.turns.some(({ speaker }) => clients.includes(speaker)) ? texts.clientUntimed : texts.noClient
}

import { useState, type CSSProperties } from "react"

import type { Turn, Workspace } from "../../../api/types"
import { SwapButton } from "../../../components/cameras/swap-button"
import { TwoPictures } from "../../../components/cameras/two-pictures"
import { useLeader } from "../../../components/cameras/use-leader"
import { KeyHint } from "../../../components/key-hint"
import { mediaTime, percent } from "../../../components/numbers"
import { clipNote } from "../../../components/turn-clip"
import { texts } from "../texts"
import type { Player } from "./player"
import classes from "./stage.module.css"
import { usePlayerState, useTime } from "./use-player"
import { useSmallPicture } from "./use-small-picture"

type Props = {
  workspace: Workspace
  current: Turn
  player: Player
  onNeighbour: (step: 1 | -1) => void
  onPlay: () => void
}

/** The recording with its controls. */
export function Stage({ workspace, current, player, onNeighbour, onPlay }: Props) {
  const say = texts.video
  const { isPlaying, isLooping, isMuted, isSwapped, speed, fault } = usePlayerState(player)
  const note = clipNote(current.clip)
  const [wantsSmall, setWantsSmall] = useSmallPicture()
  const { video_url, small_video_url, has_picture, has_sound, is_blurred, counsellor } = workspace.media
  const second = secondOf(counsellor, isMuted)
  const { leader, ref } = useLeader(has_picture ? player.attach : player.attachSound)
  const [aspect, setAspect] = useState<number>()
  const url = (wantsSmall && small_video_url) || (video_url ?? undefined)

  return (
    <div className={classes.stage} style={{ "--aspect": aspect } as CSSProperties}>
      <TwoPictures second={second} leader={leader} isSwapped={isSwapped} className={classes.frame ?? ""}>
        <video
          key={url}
          ref={ref}
          src={url}
          preload="auto"
          playsInline
          aria-label={say.label}
          onClick={onPlay}
          onLoadedMetadata={({ currentTarget }) => setAspect(aspectOf(currentTarget))}
        />
        {fault && (
          <p role="alert" className={classes.fault}>
            {fault === "unplayable" ? say.unplayable : say.notArriving}
          </p>
        )}
      </TwoPictures>
      <div className={classes.panel}>
        <div className={classes.controls}>
          <button
            type="button"
            aria-label={say.previous}
            aria-keyshortcuts="Shift+Enter"
            onClick={() => onNeighbour(-1)}
          >
            <Icon path="M3 3h2v10H3zM14 3v10L6 8z" />
          </button>
          <button
            type="button"
            className={classes.main}
            aria-label={isPlaying ? say.pause : say.play}
            aria-keyshortcuts="Space"
            disabled={current.clip.from_ms === null && !isPlaying}
            onClick={onPlay}
          >
            <Icon path={isPlaying ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2v12l10-6z"} />
          </button>
          <button type="button" aria-label={say.next} aria-keyshortcuts="Enter" onClick={() => onNeighbour(1)}>
            <Icon path="M11 3h2v10h-2zM2 3v10l8-5z" />
          </button>
          <Clock player={player} />
          <span className={classes.grow} />
          {small_video_url && (
            <button type="button" aria-pressed={wantsSmall} onClick={() => setWantsSmall(!wantsSmall)}>
              {say.small}
            </button>
          )}
          {second && <SwapButton isSwapped={isSwapped} onSwap={() => player.toggleSwapped()} />}
          {has_sound || counsellor?.is_heard ? (
            <button type="button" aria-pressed={!isMuted} aria-keyshortcuts="m" onClick={() => player.toggleMuted()}>
              {say.mute} <KeyHint keys="M" />
            </button>
          ) : (
            <small>{say.isSilent}</small>
          )}
          <button type="button" aria-pressed={isLooping} aria-keyshortcuts="l" onClick={() => player.toggleLoop()}>
            {say.loop} <KeyHint keys="L" />
          </button>
          <span className={classes.speed}>
            <button type="button" aria-label={say.slower} onClick={() => player.changeSpeed(-1)}>
              <KeyHint keys="<" isAll />
            </button>
            <span className="number" role="status">
              {say.speed(speed)}
            </span>
            <button type="button" aria-label={say.faster} onClick={() => player.changeSpeed(1)}>
              <KeyHint keys=">" isAll />
            </button>
          </span>
        </div>
        {!has_picture && <p className={classes.note}>{say.isSoundAlone}</p>}
        {counsellor && !second && (
          <p className={classes.note} role="status">
            {say.ofCounsellor(counsellor.why_not)}
            {counsellor.making && ` ${say.done(percent(counsellor.making.progress))} ${say.comes}`}
          </p>
        )}
        {is_blurred && <p className={classes.note}>{say.isBlurred}</p>}
        {note && <p className={classes.note}>{note}</p>}
      </div>
    </div>
  )
}

/** Of the frame: the picture's own, unless it is far wider or higher than a face asks for. */
const aspectOf = ({ videoWidth, videoHeight }: HTMLVideoElement): number | undefined =>
  videoHeight ? Math.min(16 / 9, Math.max(4 / 3, videoWidth / videoHeight)) : undefined

/** The counsellor's picture, where there is one by now. */
function secondOf(counsellor: Workspace["media"]["counsellor"], isMuted: boolean) {
  if (!counsellor?.video_url) return null
  const { video_url: src, offset_ms: offsetMs, drift_ppm: driftPpm, is_heard: isHeard } = counsellor
  return { src, placed: { offsetMs, driftPpm }, isMuted: isMuted || !isHeard }
}

function Clock({ player }: { player: Player }) {
  const { durationMs } = usePlayerState(player)
  return (
    <span className={`${classes.clock} number`}>
      {mediaTime(useTime(player))} / {mediaTime(durationMs, { tenths: false })}
    </span>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden>
      <path d={path} />
    </svg>
  )
}

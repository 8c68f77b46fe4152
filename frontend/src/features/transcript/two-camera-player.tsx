import { urlOf } from "../../api/client"
import type { CounsellorRecording, SessionDetail } from "../../api/corpus"
import { MomentSlider } from "../../components/cameras/moment-slider"
import { SwapButton } from "../../components/cameras/swap-button"
import { TwoPictures } from "../../components/cameras/two-pictures"
import { useLeader } from "../../components/cameras/use-leader"
import { KeyHint } from "../../components/key-hint"
import { mediaTime } from "../../components/numbers"
import { useClock, type Clock } from "./clock"
import { texts } from "./texts"
import classes from "./transcript.module.css"

type Props = {
  session: SessionDetail
  second: CounsellorRecording
  clock: Clock
  isSwapped: boolean
  onSwap: () => void
  onUnplayable: () => void
}

/** Client and counsellor at the same moment. The large one is heard, where both were. */
export function TwoCameraPlayer({ session, second, clock, isSwapped, onSwap, onUnplayable }: Props) {
  const say = texts.cameras
  const { leader, ref } = useLeader(clock.attach)
  const isPlaying = useClock(clock, () => clock.isPlaying())
  const hearsClient = Boolean(session.recording?.has_sound) && !(isSwapped && second.has_sound)
  const hearsCounsellor = second.has_sound && !hearsClient
  return (
    <div className={classes.twoCameras}>
      <TwoPictures
        second={{
          src: urlOf(`sessions/${session.id}/video/?camera=counsellor`),
          placed: { offsetMs: second.offset_ms, driftPpm: second.drift_ppm },
          isMuted: !hearsCounsellor,
        }}
        leader={leader}
        isSwapped={isSwapped}
        className={classes.pictures ?? ""}
      >
        <video
          ref={ref}
          preload="metadata"
          playsInline
          muted={!hearsClient}
          src={urlOf(`sessions/${session.id}/video/`)}
          aria-label={texts.edit.recording}
          onClick={() => clock.toggle()}
          onError={onUnplayable}
        />
      </TwoPictures>
      <div className={classes.bar}>
        <button type="button" aria-keyshortcuts="Space" onClick={() => clock.toggle()}>
          {isPlaying ? say.pause : say.play} <KeyHint keys="Space" />
        </button>
        <SwapButton isSwapped={isSwapped} onSwap={onSwap} />
        <small role="status">
          {hearsClient ? say.hearsClient : hearsCounsellor ? say.hearsCounsellor : say.silent}
        </small>
        <Moment clock={clock} durationMs={session.duration_ms ?? 0} />
      </div>
    </div>
  )
}

/** Where the playhead is, and going elsewhere. */
function Moment({ clock, durationMs }: { clock: Clock; durationMs: number }) {
  const atMs = useClock(clock, (ms) => Math.round(ms / 100) * 100)
  return (
    <>
      <span className={`${classes.clock} number`}>
        {mediaTime(atMs)} / {mediaTime(durationMs, { tenths: false })}
      </span>
      <MomentSlider atMs={atMs} durationMs={durationMs} onChange={(ms) => clock.seek(ms)} />
    </>
  )
}

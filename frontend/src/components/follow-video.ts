import { goToMs, nowMs } from "./media-clock"

/** How a second recording lies on the clock of the first: its `t` is `offsetMs + t * (1 + driftPpm / 1e6)` there. */
export type Placed = { offsetMs: number; driftPpm: number }

/** The second recording's moment, in seconds, while the first shows `seconds`. */
export const momentIn = ({ offsetMs, driftPpm }: Placed, seconds: number): number =>
  (seconds - offsetMs / 1000) / (1 + driftPpm / 1e6)

/** Nearer than this is together: half a picture at 50 a second. */
const TOGETHER_S = 0.01
/** Further apart it jumps; nearer it catches up by its speed, which nobody sees. */
const JUMP_S = 0.3
const MOST_CATCHING_UP = 0.5
/** In steps, so that the browser is not given another speed at every picture. */
const CATCHING_UP_STEP = 0.05
/** What is missing is made up for within about a tenth of a second. */
const CATCHING_UP_PER_S = 10

/**
 * Keep one video with another: it plays, pauses, seeks and changes speed with it, on one clock. It may begin later or
 * end sooner; outside of it `onOutside` is told so, and it waits.
 */
export function followVideo(
  leader: HTMLVideoElement,
  follower: HTMLVideoElement,
  placed: () => Placed,
  onOutside: (isOutside: boolean) => void = () => undefined,
): () => void {
  let request = 0
  let wasOutside: boolean | null = null

  const tellOutside = (isOutside: boolean) => {
    if (isOutside === wasOutside) return
    wasOutside = isOutside
    onOutside(isOutside)
  }
  const goTo = (seconds: number) => {
    if (Math.abs(nowMs(follower) / 1000 - seconds) > 0.001) goToMs(follower, seconds * 1000)
  }
  const follow = () => {
    const moment = momentIn(placed(), nowMs(leader) / 1000)
    const isOutside = moment < 0 || moment > (Number.isFinite(follower.duration) ? follower.duration : Infinity)
    tellOutside(isOutside)
    const isWaiting = leader.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !leader.ended
    if (leader.paused || leader.seeking || isOutside || isWaiting) {
      if (!follower.paused) follower.pause()
      if (!isOutside && !follower.seeking) goTo(moment)
      return
    }
    if (follower.seeking) return
    const ahead = nowMs(follower) / 1000 - moment
    if (Math.abs(ahead) > JUMP_S) goToMs(follower, moment * 1000)
    const speed = leader.playbackRate * (1 - catchingUp(ahead))
    if (follower.playbackRate !== speed) follower.playbackRate = speed
    if (follower.paused) void follower.play().catch(() => undefined) // Paused again before it began.
  }
  const watch = () => {
    follow()
    request = leader.paused ? 0 : requestAnimationFrame(watch)
  }
  const begin = () => {
    cancelAnimationFrame(request)
    watch()
  }

  const events = ["play", "playing", "pause", "seeking", "seeked", "ratechange", "waiting", "loadedmetadata", "ended"]
  const ownEvents = ["loadedmetadata", "seeked"]
  events.forEach((event) => leader.addEventListener(event, begin))
  ownEvents.forEach((event) => follower.addEventListener(event, begin))
  begin()
  return () => {
    cancelAnimationFrame(request)
    events.forEach((event) => leader.removeEventListener(event, begin))
    ownEvents.forEach((event) => follower.removeEventListener(event, begin))
    follower.pause()
  }
}

/** By what share of its speed a video that is `ahead` (in seconds) should be slower; negative: faster. */
function catchingUp(ahead: number): number {
  if (Math.abs(ahead) < TOGETHER_S) return 0
  const share = Math.max(-MOST_CATCHING_UP, Math.min(MOST_CATCHING_UP, ahead * CATCHING_UP_PER_S))
  return Math.round(share / CATCHING_UP_STEP) * CATCHING_UP_STEP
}

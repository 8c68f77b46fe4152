/**
 * The one clock of the workspace: the video's own time. Everything that shows or asks for a time does it through here,
 * so that video, timeline and transcript cannot disagree.
 */
import type { Stretch } from "../../../components/turn-clip"

/** What can be seen of the video, beside its time. */
export type PlayerState = {
  isPlaying: boolean
  isReady: boolean
  isLooping: boolean
  isMuted: boolean
  /** Whether the counsellor's picture is the large one, where a second camera filmed them. */
  isSwapped: boolean
  speed: number
  durationMs: number
  /** Why nothing moves: this browser can't show it, or it does not arrive. */
  fault: "unplayable" | "not_arriving" | null
}

export const SPEEDS = [0.5, 0.75, 0.9, 1, 1.25, 1.5, 2]

/** An HEVC file plays its sound and raises no error where its picture can't be decoded; only a frame proves it. */
const PATIENCE_MS = 3_000
/** A frame may be up to this early for a turn's start and still belongs to it. */
const FRAME_MS = 20

type Kept = Pick<PlayerState, "isLooping" | "isMuted" | "isSwapped" | "speed">

export class Player {
  private video: HTMLVideoElement | null = null
  private state: PlayerState
  private stretch: Stretch | null = null
  private shownMs = 0
  /** Where to stand once there is a video: it may come later, or another copy of it may take its place. */
  private wantedMs = 0
  private hasPicture = true
  private frameRequest = 0
  private patience: ReturnType<typeof setTimeout> | undefined
  private readonly stateListeners = new Set<() => void>()
  private readonly timeListeners = new Set<() => void>()
  private readonly keep: (kept: Kept) => void

  constructor(durationMs: number, kept: Partial<Kept>, keep: (kept: Kept) => void) {
    this.keep = keep
    const settings = { isLooping: false, isMuted: false, isSwapped: false, speed: 1, ...kept }
    this.state = { isPlaying: false, isReady: false, fault: null, durationMs, ...settings }
  }

  /** As a ref of the video element: bound when it appears, released when it goes. */
  readonly attach = (video: HTMLVideoElement): (() => void) => this.bind(video, true)

  /** The same for a recording that is sound alone, of which no frame will come. */
  readonly attachSound = (video: HTMLVideoElement): (() => void) => this.bind(video, false)

  private bind(video: HTMLVideoElement, hasPicture: boolean): () => void {
    this.video = video
    this.hasPicture = hasPicture
    video.playbackRate = this.state.speed
    video.muted = this.state.isMuted
    const listeners: [string, () => void][] = [
      ["loadedmetadata", () => this.loaded(video)],
      ["timeupdate", () => this.tick(video.currentTime * 1000)],
      ["seeked", () => this.tick(video.currentTime * 1000)],
      ["play", () => this.set({ isPlaying: true })],
      ["pause", () => this.set({ isPlaying: false })],
      ["ended", () => this.atEnd()],
      ["error", () => this.set({ fault: "unplayable", isPlaying: false })],
    ]
    listeners.forEach(([event, listener]) => video.addEventListener(event, listener))
    return () => {
      listeners.forEach(([event, listener]) => video.removeEventListener(event, listener))
      clearTimeout(this.patience)
      video.cancelVideoFrameCallback?.(this.frameRequest)
      this.video = null
      this.set({ isPlaying: false, isReady: false })
    }
  }

  /** Media time of what is on the screen, in milliseconds. */
  readonly time = (): number => this.shownMs

  readonly snapshot = (): PlayerState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  readonly subscribeTime = (listener: () => void): (() => void) => {
    this.timeListeners.add(listener)
    return () => this.timeListeners.delete(listener)
  }

  seek(ms: number): void {
    this.stretch = null
    this.goTo(ms)
  }

  /** Go to a turn. Where the recording plays, that turn plays, to its own end; what has no end plays on. */
  visit(fromMs: number, stretch: Stretch | null): void {
    if (this.video && !this.video.paused) this.again(fromMs, stretch)
    else this.seek(fromMs)
  }

  /** Play a turn from its start, then stop, or begin again when looping. */
  playStretch(stretch: Stretch): void {
    // Before the jump, which would otherwise pass the end of the turn that played until now.
    this.stretch = stretch
    this.goTo(stretch.from_ms)
    void this.play()
  }

  /** From the turn's start once more: the whole stretch, or on from there where it has none. */
  again(fromMs: number, stretch: Stretch | null): void {
    if (stretch) return this.playStretch(stretch)
    this.seek(fromMs)
    void this.play()
  }

  /** Pause; or go on within the turn, or play it from its start when the playhead is elsewhere. */
  toggle(stretch: Stretch | null): void {
    const now = this.time()
    if (this.state.isPlaying) this.video?.pause()
    else if (!stretch || (now > stretch.from_ms - FRAME_MS && now < stretch.until_ms - FRAME_MS)) {
      this.stretch = stretch
      void this.play()
    } else this.playStretch(stretch)
  }

  /** Play past the end of the turn, from here or while the turn plays; or pause what plays on already. */
  playOn(): void {
    const isPlayingOn = this.state.isPlaying && !this.stretch
    this.stretch = null
    if (isPlayingOn) this.video?.pause()
    else if (!this.state.isPlaying) void this.play()
  }

  pause(): void {
    this.video?.pause()
  }

  changeSpeed(step: 1 | -1): void {
    const at = SPEEDS.indexOf(this.state.speed)
    const speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + step))] ?? 1
    if (this.video) this.video.playbackRate = speed
    this.setKept({ speed })
  }

  toggleLoop(): void {
    this.setKept({ isLooping: !this.state.isLooping })
  }

  toggleMuted(): void {
    const isMuted = !this.state.isMuted
    if (this.video) this.video.muted = isMuted
    this.setKept({ isMuted })
  }

  toggleSwapped(): void {
    this.setKept({ isSwapped: !this.state.isSwapped })
  }

  private async play(): Promise<void> {
    const { video } = this
    if (!video) return
    if (this.hasPicture) this.watchFrames(video)
    else this.followSound(video)
    try {
      await video.play()
    } catch (error) {
      // A pause or a seek that comes before the first frame ends the promise; that is no fault.
      if (error instanceof DOMException && error.name === "NotSupportedError") this.set({ fault: "unplayable" })
    }
  }

  private goTo(ms: number): void {
    this.wantedMs = ms
    if (!this.video) return
    this.video.currentTime = ms / 1000
    this.tick(ms)
  }

  private loaded(video: HTMLVideoElement): void {
    const isShown = video.videoWidth > 0 || !this.hasPicture
    if (this.wantedMs > 0) video.currentTime = this.wantedMs / 1000
    const durationMs = Number.isFinite(video.duration) ? video.duration * 1000 : this.state.durationMs
    this.set({ isReady: true, durationMs, fault: isShown ? null : "unplayable" })
  }

  /** Follow every frame while playing. No frame within three seconds means that none will come. */
  private watchFrames(video: HTMLVideoElement): void {
    if (!video.requestVideoFrameCallback) return
    clearTimeout(this.patience)
    this.patience = setTimeout(() => {
      if (video.paused) return
      const hasData = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      this.set({ fault: hasData ? "unplayable" : "not_arriving" })
    }, PATIENCE_MS)
    const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      clearTimeout(this.patience)
      if (this.state.fault) this.set({ fault: null })
      // A frame from before a jump may still come, and says nothing of where the video is.
      if (!video.seeking) this.tick(mediaTime * 1000)
      if (!video.paused) this.frameRequest = video.requestVideoFrameCallback(onFrame)
    }
    video.cancelVideoFrameCallback(this.frameRequest)
    this.frameRequest = video.requestVideoFrameCallback(onFrame)
  }

  /** Look at the time as often as the screen is drawn, since the element itself tells it four times a second. */
  private followSound(video: HTMLVideoElement): void {
    const follow = () => {
      if (video.paused || this.video !== video) return
      this.tick(video.currentTime * 1000)
      this.frameRequest = requestAnimationFrame(follow)
    }
    cancelAnimationFrame(this.frameRequest)
    this.frameRequest = requestAnimationFrame(follow)
  }

  private tick(ms: number): void {
    this.shownMs = this.wantedMs = ms
    if (this.stretch && this.state.isPlaying && ms >= this.stretch.until_ms - FRAME_MS) this.atEnd()
    this.timeListeners.forEach((listener) => listener())
  }

  private atEnd(): void {
    if (this.stretch && this.state.isLooping) this.playStretch(this.stretch)
    else this.video?.pause()
  }

  private setKept(news: Partial<Kept>): void {
    this.set(news)
    const { isLooping, isMuted, isSwapped, speed } = this.state
    this.keep({ isLooping, isMuted, isSwapped, speed })
  }

  private set(news: Partial<PlayerState>): void {
    this.state = { ...this.state, ...news }
    this.stateListeners.forEach((listener) => listener())
  }
}

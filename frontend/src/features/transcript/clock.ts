import { useSyncExternalStore } from "react"

/** The video's time, for all that shows it or asks for it. */
export class Clock {
  private video: HTMLVideoElement | null = null
  private request = 0
  /** Where the video stood that went, in seconds: another player may take its place. */
  private leftAt = 0
  private readonly listeners = new Set<() => void>()

  /** As a ref of the video element. */
  readonly attach = (video: HTMLVideoElement): (() => void) => {
    this.video = video
    if (this.leftAt > 0) video.currentTime = this.leftAt
    const tell = () => this.listeners.forEach((listener) => listener())
    const follow = () => {
      tell()
      if (!video.paused) this.request = requestAnimationFrame(follow)
    }
    const events = ["timeupdate", "seeked", "pause", "loadedmetadata"]
    events.forEach((event) => video.addEventListener(event, tell))
    video.addEventListener("play", follow)
    return () => {
      cancelAnimationFrame(this.request)
      events.forEach((event) => video.removeEventListener(event, tell))
      video.removeEventListener("play", follow)
      this.leftAt = video.currentTime
      this.video = null
    }
  }

  /** In milliseconds; 0 without a video. */
  readonly time = (): number => Math.round((this.video?.currentTime ?? 0) * 1000)

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  isPlaying(): boolean {
    return this.video !== null && !this.video.paused
  }

  seek(ms: number): void {
    if (this.video) this.video.currentTime = ms / 1000
  }

  play(): void {
    void this.video?.play().catch(() => undefined) // The browser may refuse; the moment is shown all the same.
  }

  toggle(): void {
    if (this.isPlaying()) this.video?.pause()
    else this.play()
  }
}

/** What `read` makes of the time, for what changes with it alone. */
export const useClock = <T>(clock: Clock, read: (ms: number) => T): T =>
  useSyncExternalStore(clock.subscribe, () => read(clock.time()))

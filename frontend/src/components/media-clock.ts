/**
 * The clock of a recording begins with the recording, here as on the server. A browser that plays a file as it was sent
 * counts as the file does, which may begin at 3.5 s or at an hour: how far ahead that is, the first picture tells.
 */
const aheadMs = new WeakMap<HTMLVideoElement, number>()

/** Less than this is rounding. */
const LEAST_MS = 40

/** Where the video is, in milliseconds of the recording. */
export const nowMs = (video: HTMLVideoElement): number => video.currentTime * 1000 - (aheadMs.get(video) ?? 0)

/** Go to a moment of the recording. */
export function goToMs(video: HTMLVideoElement, ms: number): void {
  video.currentTime = (ms + (aheadMs.get(video) ?? 0)) / 1000
}

/**
 * Learn the browser's clock of a file from its first picture, which the recording shows at `firstPictureMs`. Call it
 * before the file is loaded; what is sent to another moment first stays on its own clock.
 */
export function learnClock(video: HTMLVideoElement, firstPictureMs: number): () => void {
  let hasMoved = false
  const move = () => {
    hasMoved = true
  }
  video.addEventListener("seeking", move)
  const request = video.requestVideoFrameCallback?.((_now, { mediaTime }) => {
    const ahead = mediaTime * 1000 - firstPictureMs
    if (hasMoved || ahead < LEAST_MS) return
    aheadMs.set(video, ahead)
    goToMs(video, 0)
  })
  return () => {
    video.removeEventListener("seeking", move)
    if (request !== undefined) video.cancelVideoFrameCallback(request)
  }
}

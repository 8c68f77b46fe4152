import { expect, test } from "vitest"

import { goToMs, learnClock, nowMs } from "./media-clock"

/** A video whose first picture comes at this moment of the browser's clock. */
function videoFrom(seconds: number, { seeks = false } = {}) {
  const video = document.createElement("video")
  let show: VideoFrameRequestCallback = () => undefined
  video.requestVideoFrameCallback = (callback) => {
    show = callback
    return 1
  }
  return {
    video,
    load: () => {
      if (seeks) video.dispatchEvent(new Event("seeking"))
      show(0, { mediaTime: seconds } as VideoFrameCallbackMetadata)
    },
  }
}

test("a file whose clock begins at 3.5 s is played on the recording's clock", () => {
  const { video, load } = videoFrom(3.5)
  learnClock(video, 0)
  load()

  expect(nowMs(video)).toBe(0)
  goToMs(video, 2000)
  expect(video.currentTime).toBe(5.5)
  expect(nowMs(video)).toBe(2000)
})

test("a picture that begins late in the recording is late on both clocks", () => {
  const { video, load } = videoFrom(0.8)
  learnClock(video, 800)
  load()
  goToMs(video, 2000)

  expect(video.currentTime).toBe(2)
})

test("a file that was sent elsewhere before its first picture keeps its clock", () => {
  const { video, load } = videoFrom(10, { seeks: true })
  learnClock(video, 0)
  load()
  goToMs(video, 2000)

  expect(video.currentTime).toBe(2)
})

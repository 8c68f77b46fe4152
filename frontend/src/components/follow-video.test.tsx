import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { followVideo, momentIn } from "./follow-video"

/** A video as far as it is asked here: jsdom's plays nothing. */
function video(durationS: number) {
  const it = document.createElement("video")
  const own = { currentTime: 0, paused: true, seeking: false, duration: durationS, readyState: 4, ended: false }
  for (const key of Object.keys(own) as (keyof typeof own)[])
    Object.defineProperty(it, key, { get: () => own[key], set: (value) => Object.assign(own, { [key]: value }) })
  it.play = () => {
    own.paused = false
    it.dispatchEvent(new Event("play"))
    return Promise.resolve()
  }
  it.pause = () => {
    own.paused = true
    it.dispatchEvent(new Event("pause"))
  }
  return it
}

const placed = { offsetMs: 3420, driftPpm: 0 }
let leader: HTMLVideoElement
let follower: HTMLVideoElement

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] })
  leader = video(60)
  follower = video(50)
})
afterEach(() => vi.useRealTimers())

const show = (seconds: number) => {
  leader.currentTime = seconds
  vi.advanceTimersToNextFrame()
}

it("tells the second recording's moment, with a clock that runs apart", () => {
  expect(momentIn(placed, 10)).toBeCloseTo(6.58)
  // 100 in a million over an hour are 360 ms.
  expect(momentIn({ offsetMs: 0, driftPpm: 100 }, 3600.36)).toBeCloseTo(3600)
})

it("stands where the first one stands", () => {
  followVideo(leader, follower, () => placed)
  leader.currentTime = 10
  leader.dispatchEvent(new Event("seeked"))

  expect(follower.currentTime).toBeCloseTo(6.58)
  expect(follower.paused).toBe(true)
})

it("catches up by its speed when it is a little off, and jumps when it is far off", async () => {
  followVideo(leader, follower, () => placed)
  leader.currentTime = 10
  await leader.play()
  follower.currentTime = 6.68
  leader.playbackRate = 2
  show(10)
  expect(follower.playbackRate).toBeCloseTo(2 * (1 - 0.5))

  follower.currentTime = 6.56
  show(10)
  expect(follower.playbackRate).toBeCloseTo(2 * (1 + 0.2))

  follower.currentTime = 6.585
  show(10)
  expect(follower.playbackRate).toBe(2)

  show(20)
  expect(follower.currentTime).toBeCloseTo(16.58)
})

it("waits while only the first one recorded, and says so", async () => {
  const onOutside = vi.fn()
  followVideo(leader, follower, () => placed, onOutside)
  await leader.play()
  show(1)
  expect(follower.paused).toBe(true)

  show(4)
  expect(follower.paused).toBe(false)
  show(58)
  expect(follower.paused).toBe(true)
  expect(onOutside.mock.calls).toEqual([[true], [false], [true]])
})

it("pauses while the first one waits for its data", async () => {
  followVideo(leader, follower, () => placed)
  leader.currentTime = 10
  await leader.play()
  expect(follower.paused).toBe(false)

  Object.assign(leader, { readyState: 2 })
  leader.dispatchEvent(new Event("waiting"))

  expect(follower.paused).toBe(true)
})

it("lets go", async () => {
  const letGo = followVideo(leader, follower, () => placed)
  letGo()
  leader.currentTime = 10
  await leader.play()

  expect(follower.paused).toBe(true)
  expect(follower.currentTime).toBe(0)
})

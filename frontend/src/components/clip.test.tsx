import { MantineProvider } from "@mantine/core"
import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, describe, expect, it, vi } from "vitest"

import type { TurnClip } from "../api/types"
import { Clip } from "./clip"
import { testClip } from "./test-clip"

const play = vi.fn(() => Promise.resolve())
const pause = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play)
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause)
})

const show = (clip: TurnClip) =>
  render(
    <MantineProvider>
      <Clip src="/video/" clip={clip} label="clip" hasKey />
    </MantineProvider>,
  )

function at(seconds: number) {
  const video = screen.getByLabelText<HTMLVideoElement>("clip")
  video.currentTime = seconds
  fireEvent.timeUpdate(video)
  return video
}

describe("a clip", () => {
  it("plays at the key after a click on another of its buttons, which only Tab gives the key to", async () => {
    show(testClip(2000, 5000))
    const sound = screen.getByRole("button", { name: "Sound off" })

    await userEvent.click(sound)
    await userEvent.keyboard(" ")
    expect(play).toHaveBeenCalledTimes(1)
    expect(sound.textContent).toBe("Sound on")
    await userEvent.tab({ shift: true })
    await userEvent.tab()
    await userEvent.keyboard(" ")

    expect(play).toHaveBeenCalledTimes(1)
    expect(sound.textContent).toBe("Sound off")
  })

  it("plays from its start at a key and stops at its end", async () => {
    show(testClip(2000, 5000))

    await userEvent.keyboard(" ")
    const started = screen.getByLabelText<HTMLVideoElement>("clip").currentTime
    at(4.5)
    const pausedEarly = pause.mock.calls.length
    at(5)

    expect(started).toBe(2)
    expect(play).toHaveBeenCalledOnce()
    expect(pausedEarly).toBe(0)
    expect(pause).toHaveBeenCalledOnce()
  })

  it("pauses at the same key, and nothing lies over the picture then", async () => {
    show(testClip(2000, 5000))
    await userEvent.keyboard(" ")
    const video = at(3)
    fireEvent.play(video)

    await userEvent.keyboard(" ")

    expect(pause).toHaveBeenCalledOnce()
    expect(play).toHaveBeenCalledOnce()
    expect(video.controls).toBe(false)
  })

  it("plays on past its end where that is wished", async () => {
    show(testClip(2000, 5000))
    await userEvent.keyboard(" ")
    at(5)

    await userEvent.click(screen.getByRole("button", { name: "Play on from here" }))
    at(60)

    expect(play).toHaveBeenCalledTimes(2)
    expect(pause).toHaveBeenCalledOnce()
  })

  it("is led to a moment by its slider, and does not stop there", async () => {
    show(testClip(2000, 5000))

    screen.getByRole("slider", { name: /Moment of the recording/ }).focus()
    await userEvent.keyboard("{End}")
    const video = at(15)

    expect(video.currentTime).toBe(15)
    expect(pause).not.toHaveBeenCalled()
  })

  it("is without sound where that is wished", async () => {
    show(testClip(2000, 5000))

    await userEvent.click(screen.getByRole("button", { name: "Sound off" }))

    expect(screen.getByLabelText<HTMLVideoElement>("clip").muted).toBe(true)
  })

  it("says why there is nothing to play where the turn has no times", () => {
    show(testClip(null, null))

    expect(screen.getByText(/Nothing plays for this turn: the transcript gives no time/)).toBeTruthy()
  })

  it("stops where the next turn begins where the transcript gives no end, and says so", async () => {
    show(testClip(2000, null, 5000))

    await userEvent.keyboard(" ")
    at(5)

    expect(pause).toHaveBeenCalledOnce()
    expect(screen.getByText("0:02.0 – 0:05.0")).toBeTruthy()
    expect(screen.getByText(/plays until the next turn begins/)).toBeTruthy()
  })

  it("plays on from the moment of a turn without a length, instead of stopping at once", async () => {
    show(testClip(2400, 2400))

    await userEvent.keyboard(" ")
    const started = screen.getByLabelText<HTMLVideoElement>("clip").currentTime
    at(3)

    expect(started).toBe(2.4)
    expect(pause).not.toHaveBeenCalled()
    expect(screen.getByText(/no length/)).toBeTruthy()
  })
})

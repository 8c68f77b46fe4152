import { MantineProvider } from "@mantine/core"
import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, describe, expect, it, vi } from "vitest"

import { Clip } from "./clip"

const play = vi.fn(() => Promise.resolve())
const pause = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play)
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause)
})

const show = (startMs: number | null) =>
  render(
    <MantineProvider>
      <Clip src="/video/" startMs={startMs} endMs={5000} label="clip" hasKey />
    </MantineProvider>,
  )

function at(seconds: number) {
  const video = screen.getByLabelText<HTMLVideoElement>("clip")
  video.currentTime = seconds
  fireEvent.timeUpdate(video)
  return video
}

describe("a clip", () => {
  it("plays from its start at a key and stops at its end", async () => {
    show(2000)

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

  it("lets the controls lead beyond its end", () => {
    show(2000)

    at(60)

    expect(pause).not.toHaveBeenCalled()
  })

  it("says why there is nothing to play where the turn has no times", () => {
    show(null)

    expect(screen.getByText(/no times for this turn/)).toBeTruthy()
  })
})

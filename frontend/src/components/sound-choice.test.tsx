import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it, vi } from "vitest"

import { SoundChoice } from "./sound-choice"

const names = ["track 1, “Counsellor”", "track 2, silent"]
afterEach(() => vi.restoreAllMocks())

function show(value: number | null, excerptOf?: (track: number | null) => string) {
  const onChange = vi.fn()
  render(
    <MantineProvider>
      <SoundChoice label="Heard" names={names} value={value} onChange={onChange} excerptOf={excerptOf} />
    </MantineProvider>,
  )
  return onChange
}

it("offers all tracks together, and each by its name", async () => {
  const onChange = show(null)
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "All tracks together" }).checked).toBe(true)

  await userEvent.click(screen.getByRole("radio", { name: "Track 1, “Counsellor”" }))
  await userEvent.click(screen.getByRole("radio", { name: "Track 2, silent" }))

  expect(onChange.mock.calls).toEqual([[0], [1]])
})

it("goes back to all of them", async () => {
  const onChange = show(1)

  await userEvent.click(screen.getByRole("radio", { name: "All tracks together" }))

  expect(onChange.mock.calls).toEqual([[null]])
})

it("lets each be heard, one at a time, without choosing it", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue()
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue()
  const onChange = show(null, (track) => `/sound/${track}`)

  await userEvent.click(screen.getByRole("button", { name: "Listen to Track 2, silent" }))
  expect(document.querySelector("audio")?.getAttribute("src")).toBe("/sound/1")
  expect(play).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole("button", { name: "Stop Track 2, silent" }))

  expect(pause).toHaveBeenCalled()
  expect(screen.getByRole("button", { name: "Listen to Track 2, silent" })).toBeTruthy()
  expect(onChange).not.toHaveBeenCalled()
})

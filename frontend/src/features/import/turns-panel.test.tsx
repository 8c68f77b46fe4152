import { MantineProvider } from "@mantine/core"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, it, vi } from "vitest"

import type { DraftTurn } from "./queries"
import { testClip } from "../../components/test-clip"
import { TurnsPanel } from "./turns-panel"

const turns: DraftTurn[] = Array.from({ length: 812 }, (_, position) => ({
  position,
  speaker: "Ana",
  start_ms: position * 1000,
  end_ms: position * 1000 + 900,
  clip: testClip(position * 1000, position * 1000 + 900),
  text: `words ${position + 1}`,
  backchannels: [],
}))

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn() // jsdom has no layout to scroll.
})

const show = (at: { position: number; jump: number }, onPlay?: (ms: number) => void, onAt = vi.fn()) =>
  render(
    <MantineProvider>
      <TurnsPanel turns={turns} roles={{ Ana: "client" }} offsetMs={250} onPlay={onPlay} at={at} onAt={onAt} />
    </MantineProvider>,
  )

it("draws a page of a long transcript and leads to the next", async () => {
  const onAt = vi.fn()
  show({ position: 0, jump: 0 }, undefined, onAt)

  await userEvent.click(screen.getByRole("button", { name: "Later" }))

  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(101)
  expect(screen.getByText("1 to 100 of 812")).toBeTruthy()
  expect(onAt).toHaveBeenCalledWith(100)
})

it("shows a turn that a figure leads to, with the keys at it", () => {
  show({ position: 704, jump: 1 })

  expect(screen.getByText("701 to 800 of 812")).toBeTruthy()
  expect(document.activeElement?.textContent).toBe("705")
})

it("plays from a turn, moved by the offset, where something can be played", async () => {
  const onPlay = vi.fn()
  show({ position: 0, jump: 0 }, onPlay)

  await userEvent.click(screen.getByRole("button", { name: /play from turn 3$/ }))

  expect(onPlay).toHaveBeenCalledWith(2250)
})

it("offers nothing to play without a recording", () => {
  show({ position: 0, jump: 0 })

  expect(screen.queryByRole("button", { name: /play from/ })).toBeNull()
})

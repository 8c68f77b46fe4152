import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import type { Draft } from "../queries"
import { FitFacts } from "./fit-facts"
import { draftOf, turn } from "./test-draft"

const show = (draft: Draft, offsetMs = 0, onJump = vi.fn()) =>
  render(
    <MantineProvider>
      <FitFacts draft={draft} offsetMs={offsetMs} onJump={onJump} />
    </MantineProvider>,
  )

it("says so when nothing is odd", () => {
  show(draftOf([turn(0, 0), turn(1, 2000)]))

  expect(screen.getByText("The times fit together.")).toBeTruthy()
})

it("does not say so where the clock begins anew, or nobody can have said it", async () => {
  const onJump = vi.fn()
  const draft = draftOf([turn(0, 0), turn(1, 2000), turn(2, 12_000)])
  const part = { n_cues: 2, latest_ms: 3000, is_read: true, sample: "Yes." }
  draft.reading.parts = [
    { ...part, where: "line 1", first_ms: 0, starts_ms: 0 },
    { ...part, where: "line 7", first_ms: 2000, starts_ms: 10_000 },
  ]
  draft.reading.implausible = [
    {
      where: "line 4",
      kind: "fast",
      n_cues: 1,
      n_words: 350,
      start_ms: 2500,
      end_ms: 2840,
      sample: "Yes.",
      is_read: true,
    },
  ]
  show(draft, 0, onJump)

  await userEvent.click(screen.getByRole("button", { name: "Turn 3" }))

  expect(onJump).toHaveBeenCalledWith(2)
  expect(screen.getByRole("button", { name: "Turn 2" })).toBeTruthy()
  expect(screen.queryByText("The times fit together.")).toBeNull()
  expect(screen.getByText(/^The times begin again once\./)).toBeTruthy()
  expect(screen.getByText(/^1 place that nobody can have said\./)).toBeTruthy()
})

it("counts what is odd as the transcript is moved, and leads to the turns", async () => {
  const onJump = vi.fn()
  show(draftOf([turn(0, 100), turn(1, 29_000), turn(2, null)]), 1500, onJump)

  await userEvent.click(screen.getByRole("button", { name: "Turn 2" }))

  expect(screen.getByText(/^1 turn begins after the recording has ended. Its times are left out/)).toBeTruthy()
  expect(screen.getByText("1 turn without a time. Nothing plays for it.")).toBeTruthy()
  expect(screen.queryByText(/before the recording/)).toBeNull()
  expect(onJump).toHaveBeenCalledWith(1)
})

it("lists a few of many silences until more are asked for", async () => {
  const gaps = Array.from({ length: 7 }, (_, position) => ({ position, from_ms: 1000, until_ms: 9000 }))
  show(draftOf([turn(0, 0)], gaps))
  expect(screen.getAllByRole("button", { name: /^Turn/ })).toHaveLength(4)

  await userEvent.click(screen.getByRole("button", { name: "Show 7" }))

  expect(screen.getAllByRole("button", { name: /^Turn/ })).toHaveLength(7)
})

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"

import type { Workspace } from "../../../api/types"
import { NOTHING_RECORDED } from "./answers"
import { openWorkspace, show, startServer } from "./test-workspace"

beforeEach(() => {
  startServer()
  localStorage.clear()
})

const focused = () => document.activeElement
const press = (keys: string) => userEvent.keyboard(keys)

test.each([
  ["the list of keys", "?", "Keys"],
  ["the words to choose", "{Shift>}E{/Shift}", "Choose words"],
  ["the reasons why a turn can't be judged", "x", "Cannot judge"],
])("who closes %s is where they were", async (_name, keys, title) => {
  await show(openWorkspace())
  await press("14{ArrowUp}")
  const answer = screen.getByRole("radio", { name: "Agree" })
  expect(focused()).toBe(answer)

  await press(keys)
  const dialog = await screen.findByRole("dialog", { name: title })
  await waitFor(() => expect(dialog.contains(focused())).toBe(true))
  await press("{Escape}")

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await waitFor(() => expect(focused()).toBe(answer))
})

test("Enter in the search goes to the turn it found, and no further", async () => {
  await show(openWorkspace())
  await press("14/It was")

  await press("{Enter}")

  expect(screen.getByRole("heading", { level: 2, name: /^Client turn/ }).textContent).toBe("Client turn 1")
})

/** Asha said of the first turn that it was too hard. */
const tooHard = (): Workspace => ({
  ...openWorkspace(),
  annotations: { "turn-1": { ...NOTHING_RECORDED, version: 1, cannot_judge: "too hard", is_complete: true } },
})

test("who can judge a turn after all is at its first question", async () => {
  await show(tooHard())
  expect(screen.getByText(/^Cannot be judged/)).toBeTruthy()

  await press("x")

  expect(focused()).toBe(screen.getByRole("radio", { name: "Agree" }))
})

test("keys stand on what takes back that a turn cannot be judged, and on what lets words be chosen", async () => {
  await show(tooHard())

  expect(screen.getByRole("button", { name: "Undo" }).textContent).toMatch(/X$/)
  expect(screen.getByRole("button", { name: "Choose words" }).textContent).toMatch(/Shift E$/)
})

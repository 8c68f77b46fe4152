import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"

import type { Turn, Workspace } from "../../../api/types"
import { NOTHING_RECORDED } from "./answers"
import { openWorkspace, show, startServer } from "./test-workspace"

let server: ReturnType<typeof startServer>

beforeEach(() => {
  server = startServer()
})

const changedWorkspace = (more: Partial<Workspace["assignment"]> = {}): Workspace => {
  const workspace = openWorkspace({ n_complete: 1, n_to_confirm: 1, ...more })
  const [counsellor, first, second] = workspace.turns as [Turn, Turn, Turn]
  return {
    ...workspace,
    turns: [counsellor, { ...first, text: "It was not fine.", revision: 3 }, second],
    annotations: {
      [first.id]: { ...NOTHING_RECORDED, version: 1, scores: { engagement: 4 }, is_complete: true, turn_revision: 1 },
    },
    second_looks: {
      [first.id]: {
        what: ["text"],
        since: 3,
        was: { role: "client", start_ms: null, end_ms: null, text: "It was fine." },
        lost: [],
      },
    },
  }
}

test("a turn changed since it was labelled says what changed, and the rater stands by the labels", async () => {
  const user = await show(changedWorkspace())
  const notice = screen.getByRole("region", { name: "Changed since you labelled it" })
  expect(within(notice).getByLabelText("came in: not")).toBeTruthy()
  expect(screen.getByRole("button", { name: /^1 changed\s*since you labelled; go to the next$/ })).toBeTruthy()

  await user.keyboard("y")

  await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since you labelled it" })).toBeNull())
  expect(server.confirmed).toEqual([{ address: expect.stringContaining("/turns/turn-1/confirm/"), turn_revision: 3 }])
  expect(server.received).toEqual([])
})

test("words marked as evidence that no longer stand are told, and can be taken off", async () => {
  const workspace = changedWorkspace()
  const [id, annotation] = Object.entries(workspace.annotations)[0] ?? ["", NOTHING_RECORDED]
  const look = workspace.second_looks[id]
  const user = await show({
    ...workspace,
    annotations: { [id]: { ...annotation, scores: { engagement: 4, evidence: [{ quote: "quite fine" }] } } },
    second_looks: look ? { [id]: { ...look, lost: ["quite fine"] } } : {},
  })
  const notice = screen.getByRole("region", { name: "Changed since you labelled it" })
  expect(within(notice).getByText(/You had marked “quite fine”\. These words are no longer here/)).toBeTruthy()

  await user.click(screen.getByRole("button", { name: "Remove “quite fine”, no longer in the turn" }))

  await waitFor(() => expect(server.received).toHaveLength(1))
  expect(screen.queryByText("“quite fine”, no longer in the turn")).toBeNull()
})

test("an answer given on the changed turn is the second look, and tells which words it is of", async () => {
  const user = await show(changedWorkspace())

  await user.keyboard("2q")

  await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since you labelled it" })).toBeNull())
  expect(server.seenRevisions).toEqual([3, 3])
})

test("a done pass whose transcript was changed says what to do, and takes the confirmation", async () => {
  const user = await show(changedWorkspace({ done_at: "2026-05-02T14:02:11Z" }))
  expect(screen.getByText(/The transcript of 1 turn was changed since. Confirm that your labels hold/)).toBeTruthy()

  await user.keyboard("y")

  await waitFor(() => expect(server.confirmed).toHaveLength(1))
})

test("a turn that came in later is marked as new and asks for nothing to confirm", async () => {
  const workspace = openWorkspace()
  await show({ ...workspace, second_looks: { "turn-1": { what: ["new"], since: 2, was: null, lost: [] } } })

  expect(screen.getByRole("region", { name: "New since this pass was assigned to you" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: /My labels still hold/ })).toBeNull()
})

/** A first turn of which "fine" is marked, and what a lead made of it meanwhile. */
function openMarked() {
  const workspace = openWorkspace()
  const [counsellor, first, second] = workspace.turns as [Turn, Turn, Turn]
  const marked = { ...NOTHING_RECORDED, version: 1, scores: { evidence: [{ start: 7, end: 11 }] }, turn_revision: 1 }
  const was = { role: "client" as const, start_ms: null, end_ms: null, text: first.text }
  const moved = { ...marked, version: 2, scores: { evidence: [{ start: 23, end: 27 }] } }
  return {
    opened: { ...workspace, annotations: { [first.id]: marked } },
    mended: {
      ...workspace,
      transcript_revision: 2,
      turns: [counsellor, { ...first, text: "Well, you know, it was fine.", revision: 2 }, second],
      annotations: { [first.id]: { ...moved, version: 3, scores: { ...moved.scores, engagement: 4 } } },
      second_looks: { [first.id]: { what: ["text" as const], since: 2, was, lost: [] } },
    },
    moved,
  }
}

const words = (turn: string) => document.querySelector(`[data-turn="${turn}"] [data-text]`)?.textContent
const marks = () => [...document.querySelectorAll("mark")].map((mark) => mark.textContent)

test("a page that is behind shows the new words and marks with the next save, and keeps what is typed", async () => {
  const { opened, mended, moved } = openMarked()
  const user = await show(opened)
  expect(marks()).toEqual(["fine"])
  await user.click(screen.getByPlaceholderText("Anything to add?"))
  await user.keyboard("Half a sen")
  server.transcript = 2
  server.saved = { version: 3, scores: { ...moved.scores, engagement: 4 }, turn_revision: 1 }
  server.workspace = mended

  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."), { timeout: 3000 })
  expect(marks()).toEqual(["fine"])
  expect(screen.getByDisplayValue("Half a sen")).toBe(document.activeElement)
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  expect(screen.getByRole("region", { name: "Changed since you labelled it" })).toBeTruthy()
  await user.keyboard("tence")
  await user.keyboard("{Escape}")

  // Begun on the former words, so it is no second look at the new ones.
  await waitFor(() => expect(server.received.at(-1)).toEqual({ construct: "comment", value: "Half a sentence" }))
  expect(server.seenRevisions.at(-1)).toBe(1)
  expect(screen.getByRole("region", { name: "Changed since you labelled it" })).toBeTruthy()
})

test("while the new words can't be had, marks stay with the words that are shown, and a press tries again", async () => {
  const { opened, mended, moved } = openMarked()
  const user = await show(opened)
  server.transcript = 2
  server.saved = { version: 3, scores: { ...moved.scores, engagement: 4 }, turn_revision: 1 }

  await user.click(screen.getByRole("radio", { name: "4 of 5" }))

  const load = await screen.findByRole("button", { name: "Load it" })
  expect(screen.getByText(/The transcript was changed while you worked, and could not be loaded/)).toBeTruthy()
  expect(marks()).toEqual(["fine"])
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  server.workspace = mended
  await user.click(load)
  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."))
  expect(marks()).toEqual(["fine"])
  expect(screen.queryByRole("button", { name: "Load it" })).toBeNull()
})

test("a mark that was cleared before the words changed is taken back as of the words that it was made in", async () => {
  const { opened, mended, moved } = openMarked()
  const user = await show(opened)
  const cleared = { ...moved, version: 3, scores: {} }
  server.transcript = 2
  server.saved = { ...cleared, turn_revision: 1 }
  server.workspace = { ...mended, annotations: { "turn-1": cleared } }
  await user.click(screen.getByRole("button", { name: /Remove/ }))
  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."))

  await user.keyboard("{Control>}z{/Control}")

  await waitFor(() => expect(server.received.at(-1)).toEqual({ construct: "evidence", value: [{ start: 7, end: 11 }] }))
  expect(server.seenRevisions.at(-1)).toBe(1)
})

test("where the turn itself was taken out, the page says so and goes to the one before", async () => {
  const { opened, mended } = openMarked()
  const user = await show(opened)
  await user.keyboard("{Enter}")
  server.transcript = 2
  server.workspace = { ...mended, turns: mended.turns.slice(0, 2) }

  await user.keyboard("4")

  expect(await screen.findByText(/The turn you were at is no client turn of the transcript any more/)).toBeTruthy()
  expect(screen.getByRole("heading", { name: "Client turn 1" })).toBeTruthy()
})

import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"

import { construct, level } from "../../../test-construct"
import { NOTHING_RECORDED } from "./answers"
import { openWorkspace, show, startServer } from "./test-workspace"

let server: ReturnType<typeof startServer>

beforeEach(() => {
  server = startServer()
})

test("a rater labels a turn by keys alone, and each answer is saved at once", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("2q4")

  expect(screen.getByRole("radio", { name: "Minimizing", checked: true })).toBeTruthy()
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  await waitFor(() =>
    expect(server.received).toEqual([
      { construct: "incongruence", value: "minimizing" },
      { construct: "direction", value: "face_gt_words" },
      { construct: "engagement", value: 4 },
    ]),
  )
  expect(await screen.findByText(/^✓ Saved/)).toBeTruthy()
  expect(screen.getByText("1 of 2 client turns")).toBeTruthy()
})

test("a question that the answers don't call for is not there", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("1")

  expect(screen.queryByRole("group", { name: /Which carries more distress/ })).toBeNull()
})

test("keys type while someone writes a comment", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("c")
  await user.keyboard("2 q 4")
  await user.keyboard("{Escape}")

  expect(screen.queryByRole("radio", { checked: true })).toBeNull()
  await waitFor(() => expect(server.received).toEqual([{ construct: "comment", value: "2 q 4" }]))
})

test("Enter goes to the next client turn, Shift Enter back", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("{Enter}")
  expect(screen.getByRole("heading", { name: "Client turn 2" })).toBeTruthy()
  await user.keyboard("{Shift>}{Enter}{/Shift}")

  expect(screen.getByRole("heading", { name: "Client turn 1" })).toBeTruthy()
  expect(screen.getByText(/^turn 2 ·/)).toBeTruthy() // Its place among all turns, as other pages name it.
})

test("going on from the last turn says that it was the last, and how many are still open", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("{Enter}")
  expect(screen.queryByText(/last client turn/)).toBeNull()
  await user.keyboard("{Enter}{Enter}")

  expect(screen.getByRole("heading", { name: "Client turn 2" })).toBeTruthy()
  expect((await screen.findAllByText(/That was the last client turn\. 2 client turns are still open/)).length).toBe(1)
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("going on from the last turn offers to mark the pass done where all is labelled", async () => {
  const labelled = { ...NOTHING_RECORDED, scores: { incongruence: "none", engagement: 4 }, is_complete: true }
  const user = await show({ ...openWorkspace(), annotations: { "turn-1": labelled, "turn-2": labelled } })

  await user.keyboard("{Enter}{Enter}")

  const dialog = await screen.findByRole("dialog", { name: "Mark this pass done?" })
  expect(within(dialog).getByText("That was the last client turn, and all are labelled.")).toBeTruthy()
  expect(within(dialog).getByRole("button", { name: "Mark done" })).toBeTruthy()
})

test("D asks whether the pass is done", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("d")

  expect(await screen.findByRole("dialog", { name: "2 client turns are still open" })).toBeTruthy()
})

test("the list of keys has those that the codebook gives to levels", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("?")

  const keys = await screen.findByRole("dialog", { name: "Keys" })
  expect(within(keys).getByText("Direction: Face, Words")).toBeTruthy()
  expect(within(keys).getByText("mark the pass done, or see what is open")).toBeTruthy()
})

test("the head of a turn says how many of its questions are open", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("1")

  expect(screen.getByText("1 question open")).toBeTruthy()
})

test("the last change is taken back with what hung on it", async () => {
  const user = await show(openWorkspace())
  await user.keyboard("2q")
  screen.getByRole("radio", { name: "Minimizing" }).focus()
  await user.keyboard("1")

  await user.keyboard("{Control>}z{/Control}")

  expect(screen.getByRole("radio", { name: "Minimizing", checked: true })).toBeTruthy()
  expect(screen.getByRole("radio", { name: "Face", checked: true })).toBeTruthy()
})

test("a pass with open turns says which, and is not marked done", async () => {
  const user = await show(openWorkspace())

  await user.click(screen.getByRole("button", { name: "Done" }))

  const dialog = await screen.findByRole("dialog", { name: "2 client turns are still open" })
  expect(within(dialog).getByRole("button", { name: "Client turn 2" })).toBeTruthy()
  expect(within(dialog).queryByRole("button", { name: "Mark done" })).toBeNull()
})

test("another's pass can be looked at and takes no answers", async () => {
  const user = await show({ ...openWorkspace(), may_answer: false })

  await user.keyboard("2")

  expect(screen.getByText("This is the pass of R1. You can look; only R1 can answer.")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Done" })).toBeNull()
  expect(screen.queryByRole("radio", { checked: true })).toBeNull()
  expect(server.received).toEqual([])
})

test("a pass that is done takes no answers", async () => {
  const user = await show(openWorkspace({ done_at: "2026-05-02T14:02:11Z" }))

  await user.keyboard("2")

  expect(screen.queryByRole("radio", { checked: true })).toBeNull()
  expect(server.received).toEqual([])
})

test("what the server refuses for want of consent stays on the page, with the reason", async () => {
  server.refusal = { code: "no_consent", message: "There is no consent to label this session any more." }
  const user = await show(openWorkspace())

  await user.keyboard("c")
  await user.keyboard("Her voice breaks.")
  await user.keyboard("{Escape}")

  await user.click(await screen.findByRole("button", { name: "1 change needs your decision" }))
  const dialog = await screen.findByRole("dialog", { name: "These changes were not saved" })
  expect(within(dialog).getByText(/no consent to label/)).toBeTruthy()
  expect(within(dialog).getByText(/Her voice breaks\./)).toBeTruthy()
  expect(screen.getByDisplayValue("Her voice breaks.")).toBeTruthy()
  await user.click(within(dialog).getByRole("button", { name: "Drop the change" }))
  await waitFor(() => expect(screen.queryByDisplayValue("Her voice breaks.")).toBeNull())
})

test("the header names the session as every other page does, and leads back to the study", async () => {
  const workspace = openWorkspace()
  await show({ ...workspace, session: { ...workspace.session, title: "demo-11" } })

  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^Session S014/)
  const back = screen.getByRole("link", { name: "Back to Couples pilot" })
  expect([back.textContent, back.getAttribute("href")]).toEqual(["← Back", "/studies/couples-pilot"])
})

test("drawn figures carry the digits that pick them", async () => {
  const workspace = openWorkspace()
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => level(value, String(value)))
  const valence = construct("valence_face", { label: "Valence", scale: "interval", levels })
  await show({ ...workspace, codebook: { ...workspace.codebook, constructs: [valence] } })

  expect(within(screen.getByRole("group", { name: /Valence/ })).getByText("7")).toBeTruthy()
})

test("what is not saved says why and where it is, and keeps its place in the header", async () => {
  server.isDown = true
  const user = await show(openWorkspace())
  const place = screen.getByText(/All saved|Saved/).parentElement

  await user.keyboard("1")

  const told = await screen.findByText(/Not saved yet: no connection\./)
  expect(told.textContent).toMatch(/1 change kept in this browser\./)
  expect(told.parentElement?.className.split(" ")[0]).toBe(place?.className.split(" ")[0])
  server.isDown = false
  await user.click(screen.getByRole("button", { name: "Try now" }))
  expect(await screen.findByText(/^✓ Saved/)).toBeTruthy()
})

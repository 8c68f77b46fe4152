import { screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { Workspace } from "../../../api/types"
import { testClip } from "../../../components/test-clip"
import { NO_VIDEO, openWorkspace, show, startServer } from "./test-workspace"

let server: ReturnType<typeof startServer>

beforeEach(() => {
  server = startServer()
  localStorage.clear()
  // jsdom plays nothing: it says only whether it was told to.
  const element = HTMLMediaElement.prototype
  const playing = new WeakSet<HTMLMediaElement>()
  vi.spyOn(element, "paused", "get").mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this)
  })
  vi.spyOn(element, "play").mockImplementation(async function (this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event("play"))
  })
  vi.spyOn(element, "pause").mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this)
    this.dispatchEvent(new Event("pause"))
  })
})
afterEach(() => vi.restoreAllMocks())

const VIDEO = {
  ...NO_VIDEO,
  video_url: "/s014.mp4",
  has_picture: true,
  has_sound: true,
  why_not: "",
  duration_ms: 60_000,
}

/** Three turns with times, in a recording of a minute. */
function filmed(): Workspace {
  const workspace = openWorkspace()
  const times = [
    [0, 4_000],
    [4_000, 9_000],
    [9_000, 13_000],
  ] as const
  const turns = workspace.turns.map((turn, index) => {
    const [start_ms, end_ms] = times[index] ?? [0, 0]
    return { ...turn, start_ms, end_ms, clip: testClip(start_ms, end_ms) }
  })
  return { ...workspace, turns, media: VIDEO }
}

const video = () => screen.getByLabelText<HTMLVideoElement>("Recording of the session")
const at = (seconds: number) => {
  video().currentTime = seconds
  video().dispatchEvent(new Event("timeupdate"))
}
const title = () => screen.getByRole("heading", { level: 2, name: /^Client turn/ }).textContent
/** Two moments marked by the key, as evidence. */
async function mark(user: Awaited<ReturnType<typeof show>>) {
  await user.keyboard("e")
  at(4.5)
  await user.keyboard("e")
}
const evidence = () => screen.queryAllByRole("button", { name: /^Remove/ }).length

test.each([
  ["without evidence", false],
  ["with evidence, whose × is the next button", true],
])("after the last scale the focus rests on it, and Enter goes on, %s", async (_name, isMarked) => {
  const user = await show(filmed())
  if (isMarked) await mark(user)
  const before = evidence()
  expect(before).toBe(isMarked ? 2 : 0)

  await user.keyboard("14")
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "4 of 5" }))
  await user.keyboard(" ")
  expect(video().paused).toBe(false)
  expect(evidence()).toBe(before)
  await user.keyboard("{Enter}")

  expect(title()).toBe("Client turn 2")
  await waitFor(() => expect(server.received.at(-1)).toEqual({ construct: "engagement", value: 4 }))
  expect(server.received.filter(({ construct }) => construct === "evidence").length).toBe(before)
})

test("a button that was reached by Tab is pressed by Enter and by Space", async () => {
  const user = await show(filmed())
  await mark(user)
  await user.keyboard("14")

  await user.tab()
  expect(document.activeElement).toBe(screen.getAllByRole("button", { name: /^Remove/ })[0])
  await user.keyboard("{Enter}")
  expect(evidence()).toBe(1)
  screen.getByRole("radio", { name: "4 of 5" }).focus()
  await user.tab()
  await user.keyboard(" ")

  expect(evidence()).toBe(0)
  expect(title()).toBe("Client turn 1")
  expect(video().paused).toBe(true)
})

test.each([
  ["Loop", /^Loop/],
  ["Sound", /^Sound/],
  ["Mark", /^Mark/],
  ["a turn of the transcript", /^Go to 0:04/],
])("Space plays the turn after a click on %s, and Enter goes on", async (_name, name) => {
  const user = await show(filmed())
  const button = screen.getByRole("button", { name })

  await user.click(button)
  const pressed = button.getAttribute("aria-pressed")
  const nMarked = evidence()
  await user.keyboard(" ")
  expect(video().paused).toBe(false)
  expect(button.getAttribute("aria-pressed")).toBe(pressed)
  expect(evidence()).toBe(nMarked)
  await user.keyboard("{Enter}")

  expect(title()).toBe("Client turn 2")
  expect(evidence()).toBe(0)
})

test("a turn of the counsellor that was clicked is what Space plays", async () => {
  const user = await show(filmed())

  await user.click(screen.getByRole("button", { name: /^Go to 0:00/ }))
  await user.keyboard(" ")

  expect(video().paused).toBe(false)
  at(3.99)
  expect(video().paused).toBe(true)
  expect(title()).toBe("Client turn 1")
})

test("Enter while a turn plays plays the next one, to its own end", async () => {
  const user = await show(filmed())
  await user.keyboard(" ")
  at(4.6)

  await user.keyboard("{Enter}")
  expect(video().currentTime).toBe(9)
  expect(video().paused).toBe(false)
  at(12.9)
  expect(video().paused).toBe(false)
  at(13)

  expect(video().paused).toBe(true)
  expect(title()).toBe("Client turn 2")
})

test("Shift and Space let a turn that plays go on past its end, and pause what plays on", async () => {
  const user = await show(filmed())
  await user.keyboard(" ")
  at(4.6)

  await user.keyboard("{Shift>} {/Shift}")
  expect(video().paused).toBe(false)
  at(9.2)
  expect(video().paused).toBe(false)
  await user.keyboard("{Shift>} {/Shift}")

  expect(video().paused).toBe(true)
})

test("a looping turn gives way to the one gone to, which loops", async () => {
  const user = await show(filmed())
  await user.keyboard("l ")
  at(8)

  await user.keyboard("{Enter}")
  expect(video().currentTime).toBe(9)
  at(13)

  expect(video().currentTime).toBe(9)
  expect(video().paused).toBe(false)
})

test("going to a turn while nothing plays shows it and plays nothing", async () => {
  const user = await show(filmed())

  await user.keyboard("{Enter}")

  expect(video().currentTime).toBe(9)
  expect(video().paused).toBe(true)
})

test("a digit typed elsewhere than at its question is for one that is open, and overwrites none", async () => {
  const user = await show(openWorkspace())
  await user.keyboard("14")

  screen.getByRole("button", { name: /^Next turn/ }).focus()
  await user.keyboard("2")
  screen.getByRole("radio", { name: "Agree" }).focus()
  await user.keyboard("5")

  expect(screen.getByRole("radio", { name: "Agree", checked: true })).toBeTruthy()
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
})

test("Backspace beside the marks removes none of them", async () => {
  const user = await show(filmed())
  await mark(user)
  await user.click(screen.getByRole("button", { name: /^Mark/ }))
  const nMarked = evidence()

  await user.keyboard("{Backspace}")

  expect(evidence()).toBe(nMarked)
})

test("after Escape from the comment the next key answers the question that is open", async () => {
  const user = await show(openWorkspace())
  await user.keyboard("1c")
  await user.keyboard("Her voice breaks.{Escape}")

  expect(screen.getByRole("group", { name: /Engagement/ }).contains(document.activeElement)).toBe(true)
  await user.keyboard("4c{Escape}")

  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Next turn/ }))
})

test("after Escape from the search, and after Enter in it, keys answer again", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("/fine{Enter}")
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Agree" }))
  await user.keyboard("/{Escape}")

  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Agree" }))
})

test("what had the focus and goes gives it to where the next key is expected", async () => {
  const user = await show(filmed())
  await mark(user)
  await user.keyboard("14")

  await user.tab()
  await user.keyboard("{Enter}")
  await user.keyboard("x")
  await user.click(await screen.findByRole("radio", { name: "the face cannot be seen" }))
  await user.click(screen.getByRole("button", { name: "Set" }))

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Next turn/ })))
})

test("words are picked by arrow keys, Home and End, and Tab leaves them", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("{Shift>}E{/Shift}")
  await screen.findByRole("dialog", { name: "Choose words" })
  const focused = () => document.activeElement?.textContent
  await waitFor(() => expect(focused()).toBe("It"))
  await user.keyboard("{ArrowRight}")
  expect(focused()).toBe("was")
  await user.keyboard("{End}")
  expect(focused()).toBe("fine.")
  await user.tab()
  expect(screen.getByRole("group", { name: "Words of this turn" }).contains(document.activeElement)).toBe(false)
  await user.tab()
  expect(focused()).toBe("fine.")
  await user.keyboard("{ArrowRight}{Home}{ArrowLeft}{ArrowRight}{Enter}{ArrowRight}{Enter}")

  await waitFor(() => expect(server.received).toEqual([{ construct: "evidence", value: [{ start: 3, end: 12 }] }]))
})

test("a client turn that is open is told apart on the timeline, until all of it is answered", async () => {
  const user = await show(filmed())
  const open = () => document.querySelectorAll("[data-open][style*=left]").length

  await user.keyboard("1")
  expect(open()).toBe(2)
  await user.keyboard("4")

  expect(open()).toBe(1)
})

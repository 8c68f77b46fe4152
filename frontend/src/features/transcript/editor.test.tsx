import { QueryClient, useQuery } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { act, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"

import type { SessionDetail, SessionTurn, TranscriptHistory } from "../../api/corpus"
import { testClip } from "../../components/test-clip"
import { renderRouter } from "../../test-router"
import { TranscriptEditor } from "./editor"
import { transcriptQueries } from "./queries"

const turn = (position: number, role: SessionTurn["role"], text: string): SessionTurn => ({
  id: `turn-${position}`,
  position,
  speaker: "",
  role,
  start_ms: position * 1000,
  end_ms: position * 1000 + 900,
  clip: testClip(position * 1000, position * 1000 + 900),
  text,
  backchannels: [],
  has_frame: false,
  frame_missing: null,
})

const SESSION: SessionDetail = {
  id: 14,
  number: 14,
  key: "S014",
  title: "",
  client: "C-07",
  counsellor: "T-01",
  has_video: false,
  has_picture: false,
  duration_ms: null,
  state: "ready",
  n_turns: 3,
  n_client_turns: 2,
  n_frames_missing: 0,
  consent: { view: true, annotate: true, train: true },
  job: null,
  created_at: "2026-05-02T10:00:00Z",
  turns: [],
  recording: null,
  counsellor_recording: null,
  remarks: [],
  transcript_version: 1,
  may_play: false,
  why_not_play: "",
}

const RECORDING: NonNullable<SessionDetail["recording"]> = {
  duration_ms: 9000,
  width: 320,
  height: 240,
  has_sound: true,
  has_picture: true,
  has_small: false,
  peaks_per_s: null,
  client_region: null,
  face_search: null,
  original_name: "client.mp4",
  thumbnails: null,
  is_blurred: false,
  ...{ sounds: [], sound_track: null },
}
const TWO_CAMERAS: SessionDetail = {
  ...SESSION,
  has_video: true,
  has_picture: true,
  may_play: true,
  duration_ms: 9000,
  recording: RECORDING,
  counsellor_recording: {
    duration_ms: 7000,
    offset_ms: 1500,
    drift_ppm: 0,
    has_sound: true,
    original_name: "counsellor.mp4",
    is_ready: true,
    ...{ sounds: [], sound_track: null },
  },
}

/** What the server holds, and what reached it. */
let stands: TranscriptHistory
let received: { path: string; body: Record<string, unknown> }[]

beforeEach(() => {
  received = []
  stands = {
    version: 1,
    can_undo: false,
    turns: [
      turn(0, "client", "I was fine. Until he left."),
      turn(1, "client", "Then not."),
      turn(2, "counsellor", "I see."),
    ],
    labels: { "turn-0": 3, "turn-1": 1 },
    second_looks: { "turn-1": 1 },
    remarks: [],
    revisions: [],
    retired: [],
  }
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = address.replace("/api/v1/", "")
    if (!init.method || init.method === "GET") return Response.json(stands)
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    received.push({ path, body })
    if (body.version !== stands.version) {
      return Response.json({ code: "stale_transcript", message: "changed meanwhile" }, { status: 409 })
    }
    const { version, ...said } = body
    const turns =
      init.method === "PATCH"
        ? stands.turns.map((each) => (path.includes(each.id) ? { ...each, ...said } : each))
        : stands.turns
    stands = { ...stands, turns, version: Number(version) + 1, can_undo: true }
    return Response.json(stands)
  })
})

async function show(session = SESSION, client = new QueryClient()) {
  function Page() {
    const shown = useQuery({ queryKey: ["session"], queryFn: () => session, staleTime: Infinity }).data ?? session
    const transcript = useQuery(transcriptQueries.one(14)).data
    return transcript ? <TranscriptEditor slug="pilot" session={shown} transcript={transcript} /> : null
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history: createMemoryHistory() })
  renderRouter(router, client)
  await screen.findByRole("heading", { name: "Turn 1 · Client" })
  return userEvent.setup({ delay: null }) // A pause after each key adds up where cores are few.
}

const words = () => screen.getByRole("textbox", { name: "Words" })

test("words that are put right are saved at once, and what hangs on the turn is told before", async () => {
  const user = await show()
  expect(screen.getByText(/3 labels are on this turn. .* their raters are asked to look again/)).toBeTruthy()

  await user.clear(words())
  await user.type(words(), "I was fired. Until he left.{Enter}")

  expect(await screen.findByText(/✓ Saved .*: words of turn 1/)).toBeTruthy()
  expect(received).toEqual([{ path: "turns/turn-0/", body: { text: "I was fired. Until he left.", version: 1 } }])
})

test("Escape takes back what was typed, and nothing is sent", async () => {
  const user = await show()

  await user.type(words(), " Or so{Escape}")

  expect((words() as HTMLTextAreaElement).value).toBe("I was fine. Until he left.")
  expect(received).toEqual([])
})

test("a turn is split at the cursor after what was typed is saved", async () => {
  const user = await show()

  await user.type(words(), " Yes", { initialSelectionStart: 26, initialSelectionEnd: 26 })
  await user.type(words(), "{Control>}{Enter}{/Control}", { initialSelectionStart: 12, initialSelectionEnd: 12 })

  await waitFor(() => expect(received).toHaveLength(2))
  expect(received[0]?.body).toEqual({ text: "I was fine. Until he left. Yes", version: 1 })
  expect(received[1]).toMatchObject({ path: "turns/turn-0/split/", body: { at: 12, version: 2 } })
})

test("keys move along the turns, join them and undo, and silence them while someone types", async () => {
  const user = await show()
  expect(screen.getByText("1 label of the next turn is put aside if you join it; undo brings it back.")).toBeTruthy()

  await user.keyboard("m")
  await waitFor(() => expect(screen.getByText(/turn 1 joined with the next/)).toBeTruthy())
  await user.keyboard("u")
  await waitFor(() => expect(received).toHaveLength(2))
  await user.keyboard("{ArrowDown}")
  expect(screen.getByRole("heading", { name: "Turn 2 · Client" })).toBeTruthy()
  await user.type(words(), "um")
  await user.keyboard("{Escape}")

  expect(received.map(({ path }) => path)).toEqual(["turns/turn-0/merge/", "sessions/14/transcript/undo/"])
})

test("a time is typed, or moved by arrow keys, and kept when the field is left", async () => {
  const user = await show()
  const begin = screen.getByRole("textbox", { name: "Starts" })

  await user.click(begin)
  await user.keyboard("{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}{Enter}")
  await waitFor(() => expect(received).toHaveLength(1))
  const end = screen.getByRole("textbox", { name: "Ends" })
  await user.clear(end)
  await user.type(end, "soon{Tab}")

  expect(received[0]?.body).toEqual({ start_ms: 120, version: 1 })
  expect(screen.getByText("Enter 12:39.4 or seconds.")).toBeTruthy()
  expect(received).toHaveLength(1)
})

test("a change from another tab is shown beside one's own, which can be made all the same", async () => {
  const user = await show()
  const [first, ...rest] = stands.turns as [SessionTurn, ...SessionTurn[]]
  stands = { ...stands, version: 5, turns: [{ ...first, text: "I was finer. Until he left." }, ...rest] }

  await user.clear(words())
  await user.type(words(), "I was fired.{Enter}")

  const alert = await screen.findByRole("alert")
  expect(within(alert).getByText("Turn 1 was changed elsewhere while you worked on it.")).toBeTruthy()
  expect(within(alert).getByText("finer.")).toBeTruthy()
  await user.click(within(alert).getByRole("button", { name: "Make my change anyway" }))
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
  expect(stands.turns[0]?.text).toBe("I was fired.")
})

test("words are looked for by keys, and the next second look is one key away", async () => {
  const user = await show()

  await user.keyboard("/")
  await user.keyboard("see")
  expect(screen.getByText("1 turn")).toBeTruthy()
  await user.keyboard("{Enter}")
  expect(screen.getByRole("heading", { name: "Turn 3 · Counsellor" })).toBeTruthy()
  expect(screen.getByText("see", { selector: "mark" })).toBeTruthy()
  await user.keyboard("{Escape}l")

  expect(screen.getByRole("heading", { name: "Turn 2 · Client" })).toBeTruthy()
  expect(screen.queryByText("see", { selector: "mark" })).toBeNull()
  expect(screen.getByText("1 second look open")).toBeTruthy()
})

test("V makes the counsellor's picture the large one, and the large one is heard", async () => {
  const user = await show(TWO_CAMERAS)
  const muted = () =>
    ["Recording of the session", "The counsellor's camera"].map(
      (label) => (screen.getByLabelText(label) as HTMLVideoElement).muted,
    )
  expect(muted()).toEqual([false, true])
  expect(screen.getByText("the client's camera is heard")).toBeTruthy()

  await user.keyboard("v")

  expect(screen.getByRole("button", { name: /Swap/ }).getAttribute("aria-pressed")).toBe("true")
  expect(muted()).toEqual([true, false])
  expect(screen.getByText("the counsellor's camera is heard")).toBeTruthy()
})

test("a counsellor's camera without sound leaves the client's to be heard", async () => {
  const second = TWO_CAMERAS.counsellor_recording
  const user = await show({ ...TWO_CAMERAS, counsellor_recording: second && { ...second, has_sound: false } })

  await user.keyboard("v")

  expect((screen.getByLabelText("Recording of the session") as HTMLVideoElement).muted).toBe(false)
  expect(screen.getByText("the client's camera is heard")).toBeTruthy()
})

test("the counsellor's picture comes in where the player stands, once it is prepared", async () => {
  const second = TWO_CAMERAS.counsellor_recording
  const client = new QueryClient()
  const isReady = (is_ready: boolean) =>
    client.setQueryData(["session"], { ...TWO_CAMERAS, counsellor_recording: second && { ...second, is_ready } })
  isReady(false)
  await show(undefined, client)
  const player = () => screen.getByLabelText("Recording of the session") as HTMLVideoElement
  player().currentTime = 5

  act(() => void isReady(true))

  expect(await screen.findByLabelText("The counsellor's camera")).toBeTruthy()
  expect(player().currentTime).toBe(5)
})

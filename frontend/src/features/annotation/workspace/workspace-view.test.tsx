import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"

import type { Annotation, Construct, Level, ScoreValue, Turn, Workspace } from "../../../api/types"
import { assignmentQueries } from "../queries"
import { changeQueue } from "../queue"
import { renderRouter } from "../../../test-router"
import { NOTHING_RECORDED } from "./answers"
import { clientTurns } from "./turns"
import { WorkspaceView } from "./workspace-view"

const level = (value: number, key: string, label: string, shortcut: string): Level => ({
  key,
  value,
  label,
  shortcut,
  definition: "",
})

const construct = (key: string, label: string, question: string, more: Partial<Construct>): Construct => ({
  key,
  label,
  question,
  scale: "ordinal",
  channel: "",
  passes: ["together"],
  is_required: true,
  asked_when: null,
  low_label: "",
  high_label: "",
  definition: "",
  examples: [],
  levels: [1, 2, 3, 4, 5].map((value) => level(value, String(value), String(value), String(value))),
  ...more,
})

const CONSTRUCTS = [
  construct("incongruence", "Incongruence", "Do words and face agree?", {
    scale: "nominal",
    levels: [level(0, "none", "Agree", "1"), level(1, "minimizing", "Minimizing", "2")],
  }),
  construct("direction", "Direction", "Which carries more distress?", {
    scale: "nominal",
    asked_when: { incongruence: ["minimizing"] },
    levels: [level(0, "face_gt_words", "Face", "q"), level(1, "words_gt_face", "Words", "w")],
  }),
  construct("engagement", "Engagement", "How engaged is the client?", {}),
  construct("evidence", "Evidence", "What do the answers rest on?", { scale: "spans", is_required: false, levels: [] }),
  construct("comment", "Comment", "Anything to add?", { scale: "text", is_required: false, levels: [] }),
]

const turn = (position: number, role: Turn["role"], text: string): Turn => ({
  id: `turn-${position}`,
  position,
  role,
  start_ms: null,
  end_ms: null,
  text,
  revision: 1,
  backchannels: [],
})

let nextAssignment = 1

const NO_VIDEO: Workspace["media"] = {
  video_url: null,
  small_video_url: null,
  waveform_url: null,
  peaks_per_s: 100,
  has_picture: false,
  has_sound: false,
  is_blurred: false,
  duration_ms: null,
  why_not: "This session has no video.",
  making: null,
  counsellor: null,
}

/** A session of two client turns without a recording. Each has an id of its own: the queue remembers what it saved. */
const openWorkspace = (more: Partial<Workspace["assignment"]> = {}): Workspace => ({
  assignment: {
    id: nextAssignment++,
    rater: "R1",
    session: { id: 14, key: "S014", title: "", duration_ms: null, has_video: false },
    pass_kind: "together",
    n_turns: 2,
    n_complete: 0,
    n_to_confirm: 0,
    may_label: true,
    done_at: null,
    created_at: "2026-05-02T10:00:00Z",
    updated_at: null,
    ...more,
  },
  may_answer: true,
  study: { slug: "couples-pilot", name: "Couples pilot" },
  codebook: { name: "Incongruence", version: 1, constructs: CONSTRUCTS },
  session: { id: 14, key: "S014", title: "", client: "C-07" },
  media: NO_VIDEO,
  transcript_revision: 1,
  turns: [turn(0, "counsellor", "How was it?"), turn(1, "client", "It was fine."), turn(2, "client", "Ha. Yes.")],
  annotations: {},
  second_looks: {},
})

/** What reached the server, in order. */
let received: { construct: string; value: ScoreValue }[]
/** What the server refuses everything with. */
let refusal: { code: string; message: string } | undefined

/** What of the recording can be shown by now. */
let mediaNow: Workspace["media"]

/** What the server's transcript is at, and what it has for the page; the answer to each save, where it is told. */
let transcriptNow: number
let workspaceNow: Workspace | undefined
let savedNow: Partial<Annotation>

let seenRevisions: (number | null)[]
let confirmed: { address: string; turn_revision: number }[]

beforeEach(() => {
  notifications.clean()
  received = []
  refusal = undefined
  seenRevisions = []
  confirmed = []
  transcriptNow = 1
  workspaceNow = undefined
  savedNow = {}
  const annotations = new Map<string, Annotation>()
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address.endsWith("/confirm/")) {
      const { turn_revision } = JSON.parse(String(init.body)) as { turn_revision: number }
      confirmed.push({ address, turn_revision })
      const held = { ...NOTHING_RECORDED, version: 4, scores: { engagement: 4 }, turn_revision }
      return Response.json({ ...held, transcript_revision: transcriptNow })
    }
    if (address.endsWith("/workspace/")) {
      if (workspaceNow) return Response.json(workspaceNow)
      throw new TypeError("no connection")
    }
    if (address.endsWith("/media/")) return Response.json(mediaNow)
    if (init.method !== "PATCH") return Response.json({ user: { username: "asha" }, memberships: [] })
    if (refusal) return Response.json(refusal, { status: 409 })
    const { changes, turn_revision } = JSON.parse(String(init.body)) as {
      turn_revision: number | null
      changes: { construct: string; value: ScoreValue }[]
    }
    seenRevisions.push(...changes.map(() => turn_revision))
    received.push(...changes.map(({ construct, value }) => ({ construct, value })))
    const before = annotations.get(address) ?? NOTHING_RECORDED
    const scores = { ...before.scores }
    for (const { construct, value } of changes) {
      if (value === null) delete scores[construct]
      else scores[construct] = value
    }
    const is_complete = scores.engagement !== undefined
    const after = { ...before, version: before.version + changes.length, scores, is_complete, turn_revision }
    annotations.set(address, after)
    return Response.json({ ...after, ...savedNow, transcript_revision: transcriptNow })
  })
  changeQueue.start("asha")
})

async function show(workspace: Workspace) {
  const start = clientTurns(workspace.turns)[0] as Turn
  const Page = () => {
    const { data } = useQuery({ ...assignmentQueries.workspace(workspace.assignment.id), initialData: workspace })
    return <WorkspaceView workspace={data} start={start} onTurn={() => undefined} />
  }
  const root = createRootRoute({ component: Page })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  renderRouter(router)
  await screen.findByRole("heading", { name: "Client turn 1" })
  return userEvent.setup()
}

test("a rater labels a turn by keys alone, and each answer is saved at once", async () => {
  const user = await show(openWorkspace())

  await user.keyboard("2q4")

  expect(screen.getByRole("radio", { name: "Minimizing", checked: true })).toBeTruthy()
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  await waitFor(() =>
    expect(received).toEqual([
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
  await waitFor(() => expect(received).toEqual([{ construct: "comment", value: "2 q 4" }]))
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
  expect(received).toEqual([])
})

test("a pass that is done takes no answers", async () => {
  const user = await show(openWorkspace({ done_at: "2026-05-02T14:02:11Z" }))

  await user.keyboard("2")

  expect(screen.queryByRole("radio", { checked: true })).toBeNull()
  expect(received).toEqual([])
})

test("what the server refuses for want of consent stays on the page, with the reason", async () => {
  refusal = { code: "no_consent", message: "There is no consent to label this session any more." }
  const user = await show(openWorkspace())

  await user.keyboard("c")
  await user.keyboard("Her voice breaks.")
  await user.keyboard("{Escape}")

  await user.click(await screen.findByRole("button", { name: "1 change needs your word" }))
  const dialog = await screen.findByRole("dialog", { name: "These changes were not saved" })
  expect(within(dialog).getByText(/no consent to label/)).toBeTruthy()
  expect(within(dialog).getByText(/Her voice breaks\./)).toBeTruthy()
  expect(screen.getByDisplayValue("Her voice breaks.")).toBeTruthy()
  await user.click(within(dialog).getByRole("button", { name: "Drop the change" }))
  await waitFor(() => expect(screen.queryByDisplayValue("Her voice breaks.")).toBeNull())
})

test("a view that is being made says how far it is, and is shown when it is there", async () => {
  const waiting = { ...NO_VIDEO, why_not: "That view is still being made.", is_blurred: true, duration_ms: 9000 }
  mediaNow = { ...waiting, making: { progress: 0.4, step: "Blurring the faces" } }
  await show({ ...openWorkspace(), media: mediaNow })

  expect(screen.getByRole("progressbar", { name: "Progress of the view that is being made" })).toBeTruthy()
  expect(screen.getByText("40 %")).toBeTruthy()
  expect(screen.queryByLabelText("Recording of the session")).toBeNull()

  mediaNow = { ...waiting, why_not: "", video_url: "/api/v1/sessions/14/video/" }
  expect(await screen.findByLabelText("Recording of the session", {}, { timeout: 8000 })).toBeTruthy()
  expect(screen.getByText("You see this recording with blurred faces.")).toBeTruthy()
})

test("sound alone raises no alarm about its picture, and a picture that does not show raises one", async () => {
  const media = { ...NO_VIDEO, why_not: "", video_url: "/sound/", has_sound: true, duration_ms: 9000 }
  await show({ ...openWorkspace(), media })
  fireEvent.loadedMetadata(screen.getByLabelText("Recording of the session"))

  expect(screen.queryByText(/cannot show the picture/)).toBeNull()
  expect(screen.getByText("This recording is sound alone; there is no picture to see.")).toBeTruthy()

  cleanup()
  await show({ ...openWorkspace(), media: { ...media, has_picture: true } })
  fireEvent.loadedMetadata(screen.getByLabelText("Recording of the session"))

  expect(screen.getByText(/cannot show the picture/)).toBeTruthy()
})

test("the counsellor's picture is offered as soon as it is prepared, and V makes it the large one", async () => {
  const placed = { offset_ms: 3420, drift_ppm: 0, duration_ms: 9000, is_heard: false }
  const playing = { ...NO_VIDEO, why_not: "", video_url: "/client/", duration_ms: 9000 }
  const making = { progress: 0.7, step: "Counsellor's camera: Converting the video for browsers" }
  mediaNow = {
    ...playing,
    counsellor: { ...placed, video_url: null, why_not: "The video is still being prepared.", making },
  }
  const user = await show({ ...openWorkspace(), media: mediaNow })

  expect(screen.getByText(/The counsellor's camera: The video is still being prepared.*70 %/)).toBeTruthy()
  expect(screen.queryByRole("button", { name: /Swap/ })).toBeNull()

  mediaNow = { ...playing, counsellor: { ...placed, video_url: "/counsellor/", why_not: "", making: null } }
  const picture = await screen.findByLabelText("The counsellor's camera", {}, { timeout: 8000 })
  expect([picture.getAttribute("src"), (picture as HTMLVideoElement).muted]).toEqual(["/counsellor/", true])
  expect(screen.queryByText(/still being prepared/)).toBeNull()
  await user.keyboard("v")
  expect(screen.getByRole("button", { name: /Swap/ }).getAttribute("aria-pressed")).toBe("true")
})

test("the small picture is remembered for the person", async () => {
  const media = { ...NO_VIDEO, why_not: "", video_url: "/large/", small_video_url: "/small/", duration_ms: 9000 }
  const user = await show({ ...openWorkspace(), media })
  const shown = () => screen.getByLabelText("Recording of the session").getAttribute("src")

  expect(shown()).toBe("/large/")
  await user.click(screen.getByRole("button", { name: "Small picture" }))
  expect(shown()).toBe("/small/")
  expect(Object.keys(localStorage).filter((key) => localStorage.getItem(key) === "true")).toEqual([
    "attune.small-picture.asha",
  ])
  localStorage.clear()
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
  expect(confirmed).toEqual([{ address: expect.stringContaining("/turns/turn-1/confirm/"), turn_revision: 3 }])
  expect(received).toEqual([])
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
  expect(within(notice).getByText(/You had marked “quite fine”\. These words no longer stand here/)).toBeTruthy()

  await user.click(screen.getByRole("button", { name: "Remove “quite fine”, no longer in the turn" }))

  await waitFor(() => expect(received).toHaveLength(1))
  expect(screen.queryByText("“quite fine”, no longer in the turn")).toBeNull()
})

test("an answer given on the changed turn is the second look, and tells which words it is of", async () => {
  const user = await show(changedWorkspace())

  await user.keyboard("2q")

  await waitFor(() => expect(screen.queryByRole("region", { name: "Changed since you labelled it" })).toBeNull())
  expect(seenRevisions).toEqual([3, 3])
})

test("a done pass whose transcript was changed says what to do, and takes the confirmation", async () => {
  const user = await show(changedWorkspace({ done_at: "2026-05-02T14:02:11Z" }))
  expect(screen.getByText(/The transcript of 1 turn was changed since. Confirm that your labels hold/)).toBeTruthy()

  await user.keyboard("y")

  await waitFor(() => expect(confirmed).toHaveLength(1))
})

test("a turn that came in later is marked as new and asks for nothing to confirm", async () => {
  const workspace = openWorkspace()
  await show({ ...workspace, second_looks: { "turn-1": { what: ["new"], since: 2, was: null, lost: [] } } })

  expect(screen.getByRole("region", { name: "New since this pass was handed to you" })).toBeTruthy()
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
  transcriptNow = 2
  savedNow = { version: 3, scores: { ...moved.scores, engagement: 4 }, turn_revision: 1 }
  workspaceNow = mended

  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."), { timeout: 3000 })
  expect(marks()).toEqual(["fine"])
  expect(screen.getByDisplayValue("Half a sen")).toBe(document.activeElement)
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  expect(screen.getByRole("region", { name: "Changed since you labelled it" })).toBeTruthy()
  await user.keyboard("tence")
  await user.keyboard("{Escape}")

  // Begun on the former words, so it is no second look at the new ones.
  await waitFor(() => expect(received.at(-1)).toEqual({ construct: "comment", value: "Half a sentence" }))
  expect(seenRevisions.at(-1)).toBe(1)
  expect(screen.getByRole("region", { name: "Changed since you labelled it" })).toBeTruthy()
})

test("while the new words can't be had, marks stay with the words that are shown, and a press tries again", async () => {
  const { opened, mended, moved } = openMarked()
  const user = await show(opened)
  transcriptNow = 2
  savedNow = { version: 3, scores: { ...moved.scores, engagement: 4 }, turn_revision: 1 }

  await user.click(screen.getByRole("radio", { name: "4 of 5" }))

  const load = await screen.findByRole("button", { name: "Load it" })
  expect(screen.getByText(/The transcript was changed while you worked, and could not be loaded/)).toBeTruthy()
  expect(marks()).toEqual(["fine"])
  expect(screen.getByRole("radio", { name: "4 of 5", checked: true })).toBeTruthy()
  workspaceNow = mended
  await user.click(load)
  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."))
  expect(marks()).toEqual(["fine"])
  expect(screen.queryByRole("button", { name: "Load it" })).toBeNull()
})

test("a mark that was cleared before the words changed is taken back as of the words that it was made in", async () => {
  const { opened, mended, moved } = openMarked()
  const user = await show(opened)
  const cleared = { ...moved, version: 3, scores: {} }
  transcriptNow = 2
  savedNow = { ...cleared, turn_revision: 1 }
  workspaceNow = { ...mended, annotations: { "turn-1": cleared } }
  await user.click(screen.getByRole("button", { name: /Remove/ }))
  await waitFor(() => expect(words("turn-1")).toBe("Well, you know, it was fine."))

  await user.keyboard("{Control>}z{/Control}")

  await waitFor(() => expect(received.at(-1)).toEqual({ construct: "evidence", value: [{ start: 7, end: 11 }] }))
  expect(seenRevisions.at(-1)).toBe(1)
})

test("where the turn itself was taken out, the page says so and goes to the one before", async () => {
  const { opened, mended } = openMarked()
  const user = await show(opened)
  await user.keyboard("{Enter}")
  transcriptNow = 2
  workspaceNow = { ...mended, turns: mended.turns.slice(0, 2) }

  await user.keyboard("4")

  expect(await screen.findByText(/The turn you were at is no client turn of the transcript any more/)).toBeTruthy()
  expect(screen.getByRole("heading", { name: "Client turn 1" })).toBeTruthy()
})

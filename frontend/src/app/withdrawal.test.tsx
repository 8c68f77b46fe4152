/** Pages that are open while a recorded person withdraws their consent. */

import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { act, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"

import type { Disagreement, ReviewItem } from "../api/adjudication"
import { codebook } from "../features/adjudication/test-codebook"
import { DisagreementsPage } from "../features/adjudication/disagreements-page"
import { SamplePage } from "../features/adjudication/sample-page"
import { WorkspacePage } from "../features/annotation/workspace-page"
import { NO_VIDEO, openWorkspace, startServer } from "../features/annotation/workspace/test-workspace"
import { renderRouter } from "../test-router"
import { testClip } from "../components/test-clip"
import { queryClient } from "./query-client"

const NO_CONSENT = { code: "no_consent", message: "There is no consent to label this session any more." }
const NOT_PLAYED = "There is no consent to play this recording, or it has ended."

const load = vi.fn()

beforeEach(() => {
  queryClient.clear()
  load.mockClear()
  // jsdom plays and loads nothing.
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(load)
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined)
})

function open(at: string) {
  const root = createRootRoute({ component: Outlet })
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Outlet })
  const page = (path: string, component: () => React.JSX.Element) =>
    createRoute({ getParentRoute: () => signedIn, path, component })
  const pages = [
    page("assignments/$id", WorkspacePage),
    page("studies/$slug/review/$id", SamplePage),
    page("studies/$slug/disagreements", DisagreementsPage),
  ]
  const routeTree = root.addChildren([signedIn.addChildren(pages)])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  renderRouter(router, queryClient)
  return userEvent.setup()
}

const comeBack = () => act(async () => void window.dispatchEvent(new Event("visibilitychange")))

async function expectEmptied(video: HTMLElement) {
  await waitFor(() => expect(video.isConnected).toBe(false))
  await waitFor(() => expect(load.mock.contexts).toContain(video))
  expect(video.hasAttribute("src")).toBe(false)
}

function openPass() {
  const server = startServer()
  const media = { ...NO_VIDEO, why_not: "", video_url: "/video/", has_picture: true, duration_ms: 9000 }
  server.workspace = { ...openWorkspace(), media }
  server.media = media
  return { server, user: open(`/assignments/${server.workspace.assignment.id}`) }
}

test("a save that is refused for want of consent closes the pass, and what was typed is kept", async () => {
  const { server, user } = openPass()
  const video = await screen.findByLabelText("Recording of the session")
  expect(screen.getAllByText("It was fine.").length).toBeGreaterThan(0)

  server.refusal = NO_CONSENT
  await user.keyboard("c")
  await user.keyboard("Her voice breaks.{Escape}")

  await expectEmptied(video)
  expect(screen.getByText(NO_CONSENT.message)).toBeTruthy()
  expect(screen.queryByText("It was fine.")).toBeNull()
  await user.click(screen.getByRole("button", { name: "1 change needs your decision" }))
  const dialog = await screen.findByRole("dialog", { name: "These changes were not saved" })
  expect(within(dialog).getByText(/Her voice breaks\./)).toBeTruthy()
  await user.click(within(dialog).getByRole("button", { name: "Drop the change" }))
})

test("a rater who comes back to a pass sees no more than the server still shows", async () => {
  const { server } = openPass()
  const video = await screen.findByLabelText("Recording of the session")

  server.media = { ...NO_VIDEO, why_not: NOT_PLAYED }
  await comeBack()

  await expectEmptied(video)
  expect(screen.getByText(NOT_PLAYED)).toBeTruthy()
  expect(screen.getAllByText("It was fine.").length).toBeGreaterThan(0)

  server.refusal = NO_CONSENT
  await comeBack()
  await waitFor(() => expect(screen.queryByText("It was fine.")).toBeNull())
})

test("a pass stays open while the server cannot be reached", async () => {
  const { server } = openPass()
  await screen.findByLabelText("Recording of the session")

  server.workspace = undefined
  await act(() => queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey.length === 2 }))

  expect(screen.getByLabelText("Recording of the session").getAttribute("src")).toBe("/video/")
}, 15_000)

const shown = {
  session: { id: 1, key: "S001" },
  turn: { id: "turn-1", position: 1, text: "It was fine." },
  clip: testClip(1000, 2000),
  context: [],
  why_not_play: "",
  why_not_label: "",
  consensus: null,
}
const withheld = { turn: { ...shown.turn, text: "" }, why_not_play: NOT_PLAYED, why_not_label: NO_CONSENT.message }

const tally = {
  ...{ n_ties: 2, n_uncalled: 0, n_tied: 2, n_far_apart: 0, n_objected: 0, n_overruled: 0 },
  ...{ n_open: 2, n_waiting: 2, n_settled: 0, n_gold: 0, n_to_accept: 0, n_few_raters: 0, accepting: null },
}
const sample = { id: 3, number: 1, size: 1, drawn_from: 9, seed: 1, result: null, progress: [], my_done: 0 }
const page = (results: unknown[]) => ({ next: null, previous: null, results })

/** A server of one turn, whose client withdraws when `isWithdrawn` is set. */
function startStudy() {
  const study = { isWithdrawn: false }
  const item: Omit<ReviewItem, "turn"> & { turn: object } = {
    ...shown,
    id: 41,
    position: 1,
    is_opened: false,
    consensus: null,
    votes: null,
    my_verdict: null,
  }
  const dispute: Disagreement = {
    ...shown,
    construct: "incongruence",
    construct_label: "Incongruence",
    why: ["tie"],
    is_open: true,
    votes: [],
    verdicts: [],
    gold: null,
  }
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = address.replace("/api/v1/", "").replace(/\?.*/, "")
    if (init.method === "POST") return Response.json(NO_CONSENT, { status: 409 })
    const more = study.isWithdrawn ? withheld : {}
    const answers: Record<string, unknown> = {
      "studies/pilot/": { my_roles: ["lead", "expert"], counts: {} },
      "studies/pilot/codebook/": codebook,
      "studies/pilot/review-samples/": page([sample]),
      "review-samples/3/items/": [{ ...item, ...more }],
      "studies/pilot/disagreements/": page([{ ...dispute, ...more }]),
      "studies/pilot/disagreements/tally/": study.isWithdrawn ? { ...tally, n_waiting: 0 } : tally,
      "studies/pilot/consensus/": { computed_at: null, n_turns: 1, n_labels: 1, n_ties: 2 },
    }
    return Response.json(answers[path] ?? [])
  })
  return study
}

test("a verdict that is refused for want of consent takes picture and words from the expert's page", async () => {
  const study = startStudy()
  const user = open("/studies/pilot/review/3")
  const video = await screen.findByLabelText(/S001/, { selector: "video" })
  expect(screen.getByText("It was fine.")).toBeTruthy()

  study.isWithdrawn = true
  await user.click(screen.getByRole("button", { name: /Cannot be judged/ }))
  await user.click(screen.getByRole("button", { name: /^Save the verdict/ }))

  await expectEmptied(video)
  expect(screen.queryByText("It was fine.")).toBeNull()
  expect(screen.getByText(NO_CONSENT.message)).toBeTruthy()
  expect(screen.queryByRole("button", { name: /^Save the verdict/ })).toBeNull()
})

test("a lead who comes back to the disagreements sees what may still be shown, and how many nobody can decide", async () => {
  const study = startStudy()
  open("/studies/pilot/disagreements")
  const video = await screen.findByLabelText(/S001/, { selector: "video" })
  expect(await screen.findByText(/2 disagreements to decide/)).toBeTruthy()
  expect(screen.queryByText(/can’t be decided now/)).toBeNull()

  study.isWithdrawn = true
  await comeBack()

  await expectEmptied(video)
  expect(screen.queryByText("It was fine.")).toBeNull()
  expect(await screen.findByText(/2 of the open ones can’t be decided now/)).toBeTruthy()
  expect(screen.queryByRole("button", { name: /Decide and next/ })).toBeNull()
})

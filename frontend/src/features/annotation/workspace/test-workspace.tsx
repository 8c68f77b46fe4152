/** A workspace of two client turns, and a server that keeps what is saved there. */

import { notifications } from "@mantine/notifications"
import { testClip } from "../../../components/test-clip"
import { useQuery } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { vi } from "vitest"

import type { Annotation, Construct, ScoreValue, Turn, Workspace } from "../../../api/types"
import { construct, level } from "../../../test-construct"
import { renderRouter } from "../../../test-router"
import { assignmentQueries } from "../queries"
import { changeQueue } from "../queue"
import { NOTHING_RECORDED } from "./answers"
import { clientTurns } from "./turns"
import { WorkspaceView } from "./workspace-view"

const question = (key: string, label: string, question: string, more: Partial<Construct> = {}): Construct =>
  construct(key, { label, question, scale: "ordinal", levels: LEVELS, ...more })

const LEVELS = [1, 2, 3, 4, 5].map((value) => level(value, String(value)))

const CONSTRUCTS = [
  question("incongruence", "Incongruence", "Do words and face agree?", {
    scale: "nominal",
    levels: [level(0, "none", "Agree", "1"), level(1, "minimizing", "Minimizing", "2")],
  }),
  question("direction", "Direction", "Which carries more distress?", {
    scale: "nominal",
    asked_when: { incongruence: ["minimizing"] },
    levels: [level(0, "face_gt_words", "Face", "q"), level(1, "words_gt_face", "Words", "w")],
  }),
  question("engagement", "Engagement", "How engaged is the client?"),
  question("evidence", "Evidence", "What do the answers rest on?", { scale: "spans", is_required: false, levels: [] }),
  question("comment", "Comment", "Anything to add?", { scale: "text", is_required: false, levels: [] }),
]

const turn = (position: number, role: Turn["role"], text: string): Turn => ({
  id: `turn-${position}`,
  position,
  role,
  start_ms: null,
  end_ms: null,
  clip: testClip(null, null),
  text,
  revision: 1,
  backchannels: [],
})

let nextAssignment = 1

export const NO_VIDEO: Workspace["media"] = {
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
export const openWorkspace = (more: Partial<Workspace["assignment"]> = {}): Workspace => ({
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
    waits_for: null,
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

type Server = {
  /** What reached it, in order. */
  received: { construct: string; value: ScoreValue }[]
  seenRevisions: (number | null)[]
  confirmed: { address: string; turn_revision: number }[]
  /** What it refuses everything with. */
  refusal?: { code: string; message: string }
  /** Whether it cannot be reached for saving. */
  isDown?: boolean
  /** What of the recording can be shown by now. */
  media?: Workspace["media"]
  /** What its transcript is at, and what it has for the page; the answer to each save, where it is told. */
  transcript: number
  workspace?: Workspace
  saved: Partial<Annotation>
}

/** Starts the queue against a server of this test's own. */
export function startServer(): Server {
  notifications.clean()
  const server: Server = { received: [], seenRevisions: [], confirmed: [], transcript: 1, saved: {} }
  const annotations = new Map<string, Annotation>()
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address.endsWith("/confirm/")) {
      const { turn_revision } = JSON.parse(String(init.body)) as { turn_revision: number }
      server.confirmed.push({ address, turn_revision })
      const held = { ...NOTHING_RECORDED, version: 4, scores: { engagement: 4 }, turn_revision }
      return Response.json({ ...held, transcript_revision: server.transcript })
    }
    const refused = () => Response.json(server.refusal, { status: 409 })
    if (server.refusal && /\/(workspace|media)\/$/.test(address)) return refused()
    if (address.endsWith("/workspace/")) {
      if (server.workspace) return Response.json(server.workspace)
      throw new TypeError("no connection")
    }
    if (address.endsWith("/media/")) return Response.json(server.media)
    if (init.method !== "PATCH") return Response.json({ user: { username: "asha" }, memberships: [], held_back: [] })
    if (server.refusal) return refused()
    if (server.isDown) throw new TypeError("no connection")
    const { changes, turn_revision } = JSON.parse(String(init.body)) as {
      turn_revision: number | null
      changes: { construct: string; value: ScoreValue }[]
    }
    server.seenRevisions.push(...changes.map(() => turn_revision))
    server.received.push(...changes.map(({ construct, value }) => ({ construct, value })))
    const before = annotations.get(address) ?? NOTHING_RECORDED
    const scores = { ...before.scores }
    for (const { construct, value } of changes) {
      if (value === null) delete scores[construct]
      else scores[construct] = value
    }
    const is_complete = scores.engagement !== undefined
    const after = { ...before, version: before.version + changes.length, scores, is_complete, turn_revision }
    annotations.set(address, after)
    return Response.json({ ...after, ...server.saved, transcript_revision: server.transcript })
  })
  changeQueue.start("asha")
  return server
}

export async function show(workspace: Workspace) {
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

import { QueryClient } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"

import type { SessionDetail, TranscriptDraft } from "../../api/corpus"
import { ReimportView } from "../../features/transcript/reimport-view"
import { renderRouter } from "../../test-router"
import { READING_PARTS } from "./reading-parts"

const SESSION: SessionDetail = {
  ...{
    id: 14,
    number: 14,
    key: "S014",
    title: "",
    client: "C-07",
    counsellor: "T-01",
    has_video: false,
    has_picture: false,
  },
  ...{ duration_ms: null, state: "ready", n_turns: 0, n_client_turns: 0, n_frames_missing: 0, job: null },
  ...{ consent: { view: true, annotate: true, train: true }, created_at: "2026-05-02T10:00:00Z", turns: [] },
  ...{ recording: null, counsellor_recording: null, remarks: [], transcript_version: 1, may_play: false },
  why_not_play: "",
}
const columns = { text: 3, speaker: 1, start: 2, end: null, conversation: 0, unit: null, has_header: true }
const part = { n_cues: 4, latest_ms: 27_000, is_read: true }
const speaker = { n_turns: 4, sample: "Hello.", guessed_role: null }

/** A table with several conversations, whose clock begins anew and in which a line comes over and over. */
const DRAFT: TranscriptDraft = {
  ...{ id: 5, session: 14, transcript_name: "new.csv", video_name: "", upload: null, offset_ms: 0 },
  ...{ created_at: "2026-05-02T10:00:00Z", probe: null, counsellor_video: null },
  options: {
    ...{ gap_ms: 2000, columns: null, tiers: null, backchannels_of: [], part: null, part_starts_ms: null },
    ...{ is_one_clock: false, left_out: [] },
  },
  reading: {
    ...{ format: "csv", turns: [], remarks: [] },
    speakers: [
      { ...speaker, name: "Dr. Anna Miller", may_be_real_name: true },
      { ...speaker, name: "Client", may_be_real_name: false },
    ],
    table: { header: ["talk", "speaker", "start", "text"], rows: [["a", "Client", "0:01", "Hello."]], columns },
    tiers: ["a", "b"].map((name) => ({ name, n_cues: 4, sample: "Hello.", is_read: name === "a", speaker: null })),
    parts: [
      { ...part, where: "line 3", first_ms: 2000, starts_ms: 0, sample: "How was it?" },
      { ...part, where: "line 15", first_ms: 1000, starts_ms: 27_000, sample: "We had a break." },
    ],
    implausible: [
      {
        ...{ where: "line 20", kind: "repeated", n_cues: 44, n_words: 176, start_ms: 2000, end_ms: 46_000 },
        ...{ is_read: true, sample: "Thank you." },
      },
    ],
    facts: {
      ...{ n_turns: 0, n_untimed: 0, n_without_end: 0, n_before_start: 0, n_past_end: 0, first_ms: null },
      ...{ last_ms: null, n_gaps: 0, gaps: [], n_overlaps: 0, overlaps: [], lengths: [] },
    },
  },
}

afterEach(() => vi.unstubAllGlobals())

test("a file that replaces a transcript is read with all the choices of a first import", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(DRAFT)))
  vi.stubGlobal("scrollTo", () => undefined)
  const root = createRootRoute({
    component: () => <ReimportView slug="demo" session={SESSION} draftId={5} parts={READING_PARTS} />,
  })
  const history = createMemoryHistory({ initialEntries: ["/"] })

  renderRouter(createRouter({ routeTree: root, history }), new QueryClient())

  expect(await screen.findByText("Which column is what")).toBeTruthy()
  expect(screen.getByText("Which conversation is read")).toBeTruthy()
  expect(screen.getByRole("radio", { name: /^Only part 2/ })).toBeTruthy()
  expect(screen.getByRole("textbox", { name: "Part 2 starts at, in seconds" })).toBeTruthy()
  expect(screen.getByRole("radio", { name: "All on one clock, sorted by time" })).toBeTruthy()
  expect(screen.getByRole("checkbox", { name: /Leave out line 20/ })).toBeTruthy()
  expect(screen.getByRole("checkbox", { name: "Dr. Anna Miller" })).toBeTruthy()
  expect(screen.getByRole("note").textContent).toContain("The file calls a speaker “Dr. Anna Miller”.")
})

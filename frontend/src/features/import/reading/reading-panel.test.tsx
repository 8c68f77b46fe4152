import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it, vi } from "vitest"

import type { Draft } from "../queries"
import { DEFAULT_OPTIONS } from "./options"
import { ReadingPanel } from "./reading-panel"

const draft: Draft = {
  id: 4,
  session: null,
  transcript_name: "talk.eaf",
  video_name: "",
  upload: null,
  created_at: "2026-05-12T10:00:00Z",
  options: DEFAULT_OPTIONS,
  offset_ms: 0,
  reading: {
    format: "elan",
    speakers: ["Ana", "Kim"].map((name) => ({
      name,
      n_turns: 2,
      sample: "Yes.",
      guessed_role: null,
      may_be_real_name: false,
    })),
    turns: [],
    remarks: [],
    table: null,
    ...{ parts: [], implausible: [] },
    tiers: [
      { name: "A", n_cues: 2, sample: "Yes.", is_read: true, speaker: "Ana" },
      { name: "hands", n_cues: 1, sample: "folded", is_read: true, speaker: null },
    ],
    facts: {
      ...{ n_turns: 0, n_untimed: 0, n_without_end: 0, n_before_start: 0, n_past_end: 0, first_ms: null },
      ...{ last_ms: null, n_gaps: 0, gaps: [], n_overlaps: 0, overlaps: [], lengths: [] },
    },
  },
  probe: null,
  counsellor_video: null,
}

function show(changes: Partial<Draft["reading"]> = {}) {
  const shown = { ...draft, reading: { ...draft.reading, ...changes } }
  const send = vi.fn((_address: string, _sent: RequestInit) => Promise.resolve(Response.json(shown)))
  vi.stubGlobal("fetch", send)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ReadingPanel draft={shown} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return send
}
afterEach(() => vi.unstubAllGlobals())

const again = () => screen.getByRole<HTMLButtonElement>("button", { name: "Read it again" })

it("reads the file again by what was changed, and leaves guesses that stand to be guessed", async () => {
  const send = show()
  expect(again().disabled).toBe(true)

  await userEvent.click(screen.getByRole("checkbox", { name: "Kim" }))
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  const [address, sent] = send.mock.calls[0] ?? []
  expect(address).toBe("/api/v1/drafts/4/")
  expect(JSON.parse(String(sent?.body))).toEqual({
    options: { ...DEFAULT_OPTIONS, backchannels_of: ["Kim"] },
  })
})

it("sends the tiers that were ticked, and none is no choice", async () => {
  const send = show()

  await userEvent.click(screen.getByRole("checkbox", { name: "Read the tier A" }))
  await userEvent.click(screen.getByRole("checkbox", { name: "Read the tier hands" }))
  expect(screen.getByText("Choose at least one tier.")).toBeTruthy()
  expect(again().disabled).toBe(true)
  await userEvent.click(screen.getByRole("checkbox", { name: "Read the tier A" }))
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toMatchObject({ options: { tiers: ["A"] } })
})

const part = { n_cues: 4, latest_ms: 27_000, is_read: true }
const parts = [
  { ...part, where: "line 3", first_ms: 2000, starts_ms: 0, sample: "How was it?" },
  { ...part, where: "line 15", first_ms: 1000, starts_ms: 27_000, sample: "We had a break." },
]
const sentOptions = (send: ReturnType<typeof show>): unknown => JSON.parse(String(send.mock.calls[0]?.[1].body))

it("asks which of several conversations in one table is read", async () => {
  const tier = { n_cues: 3, speaker: null }
  const send = show({
    format: "utterances-json",
    tiers: [
      { ...tier, name: "k1", sample: "How was it?", is_read: true },
      { ...tier, name: "k2", sample: "Hello.", is_read: false },
    ],
  })
  expect(screen.getByRole("heading", { name: "Which conversation is read" })).toBeTruthy()

  await userEvent.click(screen.getByRole("checkbox", { name: "Read the conversation k1" }))
  await userEvent.click(screen.getByRole("checkbox", { name: "Read the conversation k2" }))
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(sentOptions(send)).toMatchObject({ options: { tiers: ["k2"] } })
})

it("offers a second part to be moved", async () => {
  const send = show({ parts })
  const begins = screen.getByRole<HTMLInputElement>("textbox", { name: "Part 2 starts at, in seconds" })
  expect(begins.value).toBe("27")

  await userEvent.clear(begins)
  await userEvent.type(begins, "600")
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(sentOptions(send)).toMatchObject({ options: { part: null, part_starts_ms: [600_000], is_one_clock: false } })
})

it("offers each part as a session of its own, and one clock for all", async () => {
  const send = show({ parts })

  await userEvent.click(screen.getByRole("radio", { name: "Only part 2: 4 entries, “We had a break.”" }))
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(sentOptions(send)).toMatchObject({ options: { part: 1, part_starts_ms: null, is_one_clock: false } })
  expect(screen.getByRole("radio", { name: "All on one clock, sorted by time" })).toBeTruthy()
})

it("offers to leave out what nobody can have said", async () => {
  const run = { kind: "repeated" as const, n_cues: 44, n_words: 176, start_ms: 2000, end_ms: 46_000, is_read: true }
  const send = show({ implausible: [{ ...run, where: "segment 2", sample: "Thank you for watching." }] })
  expect(screen.getByText(/“Thank you for watching.”, 44 times in a row/)).toBeTruthy()

  await userEvent.click(screen.getByRole("checkbox", { name: /Leave out segment 2/ }))
  await userEvent.click(again())

  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(sentOptions(send)).toMatchObject({ options: { left_out: ["segment 2"] } })
})

import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it, vi } from "vitest"

import type { Draft } from "../queries"
import { ReadingPanel } from "./reading-panel"

const draft: Draft = {
  id: 4,
  session: null,
  transcript_name: "talk.eaf",
  video_name: "",
  upload: null,
  created_at: "2026-05-12T10:00:00Z",
  options: { gap_ms: 2000, columns: null, tiers: null, backchannels_of: [] },
  offset_ms: 0,
  reading: {
    format: "elan",
    speakers: ["Ana", "Kim"].map((name) => ({ name, n_turns: 2, sample: "Yes.", guessed_role: null })),
    turns: [],
    remarks: [],
    table: null,
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

function show() {
  const send = vi.fn((_address: string, _sent: RequestInit) => Promise.resolve(Response.json(draft)))
  vi.stubGlobal("fetch", send)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <ReadingPanel draft={draft} />
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
    options: { gap_ms: 2000, columns: null, tiers: null, backchannels_of: ["Kim"] },
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

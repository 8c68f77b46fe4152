import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, it, vi } from "vitest"

import { importQueries, type Draft } from "../queries"
import { DEFAULT_OPTIONS } from "../reading/options"
import { AwaitedRecording } from "./awaited-recording"
import type { Sending } from "./use-sending"

const upload = {
  id: "5f0e",
  name: "hour.mp4",
  bytes: 200,
  arrived_bytes: 50,
  created_at: "2026-05-12T10:00:00Z",
  expires_at: "2026-05-15T10:00:00Z",
  is_copied: false,
}
const draft: Draft = {
  ...{ id: 4, session: null, transcript_name: "talk.vtt", video_name: "", upload, probe: null, offset_ms: 0 },
  ...{ counsellor_video: null, camera_offset_ms: null, sound_offset: null, listening: null },
  created_at: "2026-05-12T10:00:00Z",
  options: DEFAULT_OPTIONS,
  reading: {
    ...{ format: "webvtt", speakers: [], turns: [], remarks: [], table: null, tiers: [], parts: [], implausible: [] },
    facts: {
      ...{ n_turns: 0, n_untimed: 0, n_without_end: 0, n_before_start: 0, n_past_end: 0, first_ms: null },
      ...{ last_ms: null, n_gaps: 0, gaps: [], n_overlaps: 0, overlaps: [], lengths: [] },
    },
  },
}

function show(shown: Draft, { isFollowed = false } = {}) {
  const sent = vi.fn((_address: string, _sent: RequestInit) =>
    Promise.resolve(Response.json({ ...draft, upload: null })),
  )
  vi.stubGlobal("fetch", sent)
  const client = new QueryClient()
  const told = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() }
  const goOn = { mutate: vi.fn(), error: null, isPending: false }
  const mutate = vi.fn((_followed: { finished: Promise<string> }) => undefined)
  const follow = { mutate, variables: isFollowed ? { draft: shown } : undefined, isPending: isFollowed, error: null }
  const progress = { phase: "sending", bytes: 100, pace: 10 }
  const sending = { ...told, goOn, follow, progress } as unknown as Sending
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <AwaitedRecording draft={shown} sending={sending} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { sent, client, goOn, follow }
}
afterEach(() => vi.unstubAllGlobals())

it("shows how far the recording has come while it is being sent", () => {
  show(draft, { isFollowed: true })

  expect(screen.getByRole("progressbar", { name: "Upload progress" }).getAttribute("aria-valuenow")).toBe("50")
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy()
})

it("goes on with the same file on a page that was opened anew", async () => {
  const { goOn } = show(draft)
  expect(screen.getByText(/50 B of 200 B of hour.mp4 has arrived/)).toBeTruthy()
  const video = new File(["x"], "hour.mp4")

  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input) await userEvent.upload(input, video)

  expect(goOn.mutate).toHaveBeenCalledWith({ draft, video })
})

it("puts what has arrived whole beside the transcript", async () => {
  const whole = { ...draft, upload: { ...upload, arrived_bytes: 200 } }
  const { follow } = show(whole)

  await userEvent.click(screen.getByRole("button", { name: "Add it to the transcript" }))

  const followed = follow.mutate.mock.calls[0]?.[0]
  expect(followed).toMatchObject({ draft: whole, video: null })
  await expect(followed?.finished).resolves.toBe("5f0e")
})

it("goes on without the recording when asked to", async () => {
  const { sent, client } = show(draft)

  await userEvent.click(screen.getByRole("button", { name: "Continue without the recording" }))

  await waitFor(() => expect(client.getQueryData(importQueries.draft(4).queryKey)?.upload).toBeNull())
  expect(sent.mock.calls[0]?.[1].method).toBe("DELETE")
})

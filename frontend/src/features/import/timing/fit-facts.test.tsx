import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import type { Draft, DraftTurn } from "../queries"
import { FitFacts } from "./fit-facts"

const turn = (position: number, start_ms: number | null): DraftTurn => ({
  ...{ position, start_ms, end_ms: start_ms === null ? null : start_ms + 1000 },
  ...{ speaker: "Ana", text: "Yes.", backchannels: [] },
})
const draftOf = (turns: DraftTurn[], gaps: { position: number; from_ms: number; until_ms: number }[] = []): Draft => ({
  ...{
    id: 4,
    session: null,
    transcript_name: "talk.vtt",
    upload: null,
    video_name: "",
    created_at: "2026-05-12T10:00:00Z",
  },
  options: { gap_ms: 2000, columns: null, tiers: null, backchannels_of: [] },
  offset_ms: 0,
  counsellor_video: null,
  reading: {
    ...{ format: "webvtt", speakers: [], turns, remarks: [], table: null, tiers: [] },
    facts: {
      ...{ n_turns: turns.length, n_untimed: 0, n_without_end: 0, n_before_start: 0, n_past_end: 0, first_ms: 0 },
      ...{ last_ms: 0, n_gaps: gaps.length, gaps, n_overlaps: 0, overlaps: [], lengths: [] },
    },
  },
  probe: {
    ...{ duration_ms: 30_000, width: 320, height: 240, video_codec: "h264", audio_codec: null, rotation: 0 },
    ...{ start_ms: 0, n_frames: 900, remarks: [], container: "mp4", pixel_format: "yuv420p" },
    ...{ sounds: [], is_interlaced: false, n_hidden_frames: 0 },
    rate_mode: "constant",
  },
})
const show = (draft: Draft, offsetMs = 0, onJump = vi.fn()) =>
  render(
    <MantineProvider>
      <FitFacts draft={draft} offsetMs={offsetMs} onJump={onJump} />
    </MantineProvider>,
  )

it("says so when nothing is odd", () => {
  show(draftOf([turn(0, 0), turn(1, 2000)]))

  expect(screen.getByText("The times fit together.")).toBeTruthy()
})

it("counts what is odd as the transcript is moved, and leads to the turns", async () => {
  const onJump = vi.fn()
  show(draftOf([turn(0, 100), turn(1, 29_000), turn(2, null)]), 1500, onJump)

  await userEvent.click(screen.getByRole("button", { name: "Turn 2" }))

  expect(screen.getByText("1 turn begins after the recording has ended.")).toBeTruthy()
  expect(screen.getByText("1 turn without a time. Nothing plays for it.")).toBeTruthy()
  expect(screen.queryByText(/before the recording/)).toBeNull()
  expect(onJump).toHaveBeenCalledWith(1)
})

it("lists a few of many silences until more are asked for", async () => {
  const gaps = Array.from({ length: 7 }, (_, position) => ({ position, from_ms: 1000, until_ms: 9000 }))
  show(draftOf([turn(0, 0)], gaps))
  expect(screen.getAllByRole("button", { name: /^Turn/ })).toHaveLength(4)

  await userEvent.click(screen.getByRole("button", { name: "Show 7" }))

  expect(screen.getAllByRole("button", { name: /^Turn/ })).toHaveLength(7)
})

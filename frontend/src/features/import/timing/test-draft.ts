import type { Draft, DraftTurn } from "../queries"
import { testClip } from "../../../components/test-clip"
import { DEFAULT_OPTIONS } from "../reading/options"

/** A turn of a second. */
export const turn = (position: number, start_ms: number | null): DraftTurn => ({
  ...{ position, start_ms, end_ms: start_ms === null ? null : start_ms + 1000 },
  clip: testClip(start_ms, start_ms === null ? null : start_ms + 1000),
  ...{ speaker: "Ana", text: "Yes.", backchannels: [] },
})

/** An import with a recording of half a minute. */
export const draftOf = (
  turns: DraftTurn[],
  gaps: { position: number; from_ms: number; until_ms: number }[] = [],
): Draft => ({
  ...{
    id: 4,
    session: null,
    transcript_name: "talk.vtt",
    upload: null,
    video_name: "",
    created_at: "2026-05-12T10:00:00Z",
  },
  options: DEFAULT_OPTIONS,
  offset_ms: 0,
  counsellor_video: null,
  reading: {
    ...{ format: "webvtt", speakers: [], turns, remarks: [], table: null, tiers: [], parts: [], implausible: [] },
    facts: {
      ...{ n_turns: turns.length, n_untimed: 0, n_without_end: 0, n_before_start: 0, n_past_end: 0, first_ms: 0 },
      ...{ last_ms: 0, n_gaps: gaps.length, gaps, n_overlaps: 0, overlaps: [], lengths: [] },
    },
  },
  probe: {
    ...{ duration_ms: 30_000, width: 320, height: 240, video_codec: "h264", audio_codec: null, rotation: 0 },
    ...{ start_ms: 0, n_frames: 900, remarks: [], container: "mp4", pixel_format: "yuv420p" },
    ...{ sounds: [], sound_track: null, is_interlaced: false, n_hidden_frames: 0 },
    rate_mode: "constant",
  },
})

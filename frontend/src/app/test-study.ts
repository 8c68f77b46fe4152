import type { Study } from "../api/types"

const counts: Study["counts"] = {
  ...{ sessions: 6, sessions_ready: 6, sessions_without_consent: 0, sessions_unasked: 0, sessions_unassigned: 0 },
  passes_to_assign: 0,
  ...{
    sessions_rated_twice: 6,
    clients: 5,
    client_turns: 84,
    turns_with_picture: 84,
    raters: 5,
    raters_without_number: 0,
    assignments: 42,
    assignments_done: 42,
  },
  ...{ annotations_complete: 588, annotations_expected: 588, turns_to_compute: 0, turns_in_consensus: 84 },
  ...{
    review_turns: 0,
    review_turns_done: 0,
    turns_settled: 84,
    turns_unsettled: 0,
    turns_to_accept: 0,
    disagreements_open: 0,
  },
  ...{
    releases: 0,
    releases_to_approve: 0,
    releases_approved: 0,
    releases_usable: 0,
    releases_withdrawn: 0,
    runs: 0,
    runs_succeeded: 0,
  },
}

/** A study whose labels are settled, as its lead sees it. */
export const studyWith = (changes: Partial<Study["counts"]> = {}, about: Partial<Study> = {}): Study => ({
  ...{ slug: "pilot", name: "Pilot", description: "", is_demo: false, has_channel_passes: true, raters_per_turn: 3 },
  ...{
    are_raters_blind: true,
    unblinded_at: null,
    is_one_persons: false,
    engineers_see_frames: false,
    frame_rule: "onset_sharpest",
    frames_per_turn: 1,
  },
  ...{ far_apart: { "5": 2, "9": 3 } },
  ...{
    face_finder: "detected",
    blurred_roles: [],
    is_pitch_shifted: false,
    time_zone: "UTC",
    restored_as_of: null,
    my_roles: ["lead"],
  },
  ...{ my_review_turns: 0, release_fault: null, counts: { ...counts, ...changes } },
  ...about,
})

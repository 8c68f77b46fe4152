import type { Study } from "../api/types"
import { texts } from "./texts"

export type StepKey = keyof typeof texts.steps
export type Step = {
  key: StepKey
  to:
    | "/studies/$slug/sessions"
    | "/studies/$slug/raters"
    | "/studies/$slug/agreement"
    | "/studies/$slug/review"
    | "/studies/$slug/disagreements"
    | "/studies/$slug/releases"
    | "/studies/$slug/runs"
  /** How far it is. */
  stands: string
  /** What waits there; null where nothing does. */
  waits: string | null
  /** What waits for consent, which is recorded elsewhere. */
  lacksConsent?: string | null
}

/** Whether all that was released is of people who withdrew: only a new release can be trained on. */
export const needsNewRelease = ({ releases_withdrawn, releases_usable, releases_to_approve }: Study["counts"]) =>
  releases_withdrawn > 0 && releases_usable + releases_to_approve === 0

/** The steps from sessions to a model, each with how far it is and what waits. */
export function stepsOf({ counts }: Study): Step[] {
  const { stands } = texts
  const { client_turns, sessions_without_consent, turns_in_consensus } = counts
  const left = (key: keyof typeof texts.waits, n: number | null) => (n !== null && n > 0 ? texts.waits[key](n) : null)
  return [
    {
      key: "sessions",
      to: "/studies/$slug/sessions",
      stands: stands.sessions(counts.sessions_ready, counts.sessions),
      waits: left("sessions", counts.sessions - counts.sessions_ready - sessions_without_consent),
      lacksConsent: left("consent", sessions_without_consent),
    },
    {
      key: "assign",
      to: "/studies/$slug/raters",
      stands: stands.assign(counts.assignments),
      waits: left("assign", counts.passes_to_assign),
    },
    {
      key: "label",
      to: "/studies/$slug/raters",
      stands: stands.label(counts.annotations_complete, counts.annotations_expected),
      waits: left("label", counts.annotations_expected - counts.annotations_complete),
    },
    {
      key: "agreement",
      to: "/studies/$slug/agreement",
      stands: stands.agreement(counts.sessions_rated_twice > 0),
      waits: null,
    },
    {
      key: "consensus",
      to: "/studies/$slug/review",
      stands: stands.consensus(turns_in_consensus, client_turns),
      waits: left("consensus", counts.turns_to_compute),
    },
    {
      key: "review",
      to: "/studies/$slug/review",
      stands: stands.review(counts.review_turns_done, counts.review_turns),
      waits: left("review", counts.review_turns - counts.review_turns_done),
    },
    {
      key: "settle",
      to: "/studies/$slug/disagreements",
      stands: stands.settle(counts.turns_settled, counts.turns_with_picture),
      waits:
        [left("settle", counts.disagreements_open), left("accept", counts.turns_to_accept)]
          .filter((each) => each !== null)
          .join(", ") || null,
    },
    {
      key: "release",
      to: "/studies/$slug/releases",
      stands: stands.release(counts.releases_approved, counts.releases, counts.releases_withdrawn),
      waits: left("release", counts.releases_to_approve) ?? (needsNewRelease(counts) ? texts.newRelease : null),
    },
    { key: "run", to: "/studies/$slug/runs", stands: stands.run(counts.runs_succeeded, counts.runs), waits: null },
  ]
}

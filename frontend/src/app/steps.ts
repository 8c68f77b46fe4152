import type { Study } from "../api/types"
import type { StepPath } from "./next-step"
import { texts } from "./texts"

export type Step = {
  key: keyof typeof texts.steps
  to: StepPath | "/studies/$slug/sessions" | "/studies/$slug/agreement" | "/studies/$slug/runs"
  /** How far it is. */
  stands: string
  /** What waits there; null where nothing does. */
  waits: string | null
}

/** The steps from sessions to a model, each with how far it is and what waits. */
export function stepsOf({ counts }: Study): Step[] {
  const { stands } = texts
  const { client_turns, turns_in_consensus } = counts
  const left = (key: keyof typeof texts.waits, n: number) => (n > 0 ? texts.waits[key](n) : null)
  const hasLabels = counts.annotations_complete > 0
  return [
    {
      key: "sessions",
      to: "/studies/$slug/sessions",
      stands: stands.sessions(counts.sessions_ready, counts.sessions),
      waits: left("sessions", counts.sessions - counts.sessions_ready),
    },
    {
      key: "handOut",
      to: "/studies/$slug/raters",
      stands: stands.handOut(counts.assignments),
      waits: left("handOut", counts.assignments ? 0 : counts.sessions),
    },
    {
      key: "label",
      to: "/studies/$slug/raters",
      stands: stands.label(counts.annotations_complete, counts.annotations_expected),
      waits: left("label", counts.annotations_expected - counts.annotations_complete),
    },
    { key: "agreement", to: "/studies/$slug/agreement", stands: stands.agreement(hasLabels), waits: null },
    {
      key: "consensus",
      to: "/studies/$slug/review",
      stands: stands.consensus(turns_in_consensus, client_turns),
      waits: left("consensus", hasLabels ? client_turns - turns_in_consensus : 0),
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
      stands: stands.settle(counts.turns_settled, client_turns),
      waits: left("settle", counts.disagreements_open),
    },
    {
      key: "release",
      to: "/studies/$slug/releases",
      stands: stands.release(counts.releases_approved, counts.releases),
      waits: left("release", counts.releases - counts.releases_approved),
    },
    { key: "run", to: "/studies/$slug/runs", stands: stands.run(counts.runs_succeeded, counts.runs), waits: null },
  ]
}

/** The step that the next thing to do belongs to: the first on its page where something waits, else the first there. */
export function nextOf(steps: Step[], to: string | undefined): Step | undefined {
  const there = steps.filter((step) => to?.startsWith(step.to))
  return there.find(({ waits }) => waits) ?? there[0]
}

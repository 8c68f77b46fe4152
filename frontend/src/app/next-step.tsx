import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"

import type { Assignment, Study } from "../api/types"
import { texts } from "./texts"

/** `to` is the page of the study where it is done. */
export type NextStep = { sentence: string; to?: StepPath; action?: ReactNode }

/** What this person should do next in the study: one sentence and where to do it. */
export function nextStep(study: Study, mine: Assignment[]): NextStep {
  const say = texts.next
  const { counts, my_roles } = study
  const open = mine.find((assignment) => !assignment.done_at)
  const changed = mine.find(({ n_to_confirm }) => n_to_confirm > 0)
  if (changed) return lookAgain(changed)
  if (open) return labelNext(open)

  const step = (sentence: string, to: StepPath, label: string): NextStep => ({
    sentence,
    to,
    action: (
      <Link to={to} params={{ slug: study.slug }}>
        {label}
      </Link>
    ),
  })
  const toApprove = counts.releases > 0 && counts.releases_approved === 0
  const toRun = counts.releases_approved > 0 && counts.runs === 0
  if (my_roles.includes("lead")) {
    const missing = counts.annotations_expected - counts.annotations_complete
    if (counts.sessions === 0) return step(say.addSession, "/studies/$slug/import", say.toImport)
    if (counts.assignments === 0) return step(say.assign, "/studies/$slug/raters", say.toRaters)
    if (counts.disagreements_open > 0) {
      return step(say.settle(counts.disagreements_open), "/studies/$slug/disagreements", say.toDisagreements)
    }
    if (missing > 0) return step(say.waitForLabels(missing), "/studies/$slug/raters", say.toRaters)
    if (counts.turns_in_consensus === 0) return step(say.agree, "/studies/$slug/review", say.toReview)
    if (counts.turns_settled === 0) return step(say.take, "/studies/$slug/disagreements", say.toDisagreements)
    if (counts.releases === 0) return step(say.release, "/studies/$slug/releases/new", say.toNewRelease)
  }
  if (toApprove && (my_roles.includes("lead") || my_roles.includes("steward"))) {
    return step(say.approve, "/studies/$slug/releases", say.toReleases)
  }
  if (toRun && (my_roles.includes("lead") || my_roles.includes("engineer"))) {
    return step(say.run, "/studies/$slug/runs/new", say.toNewRun)
  }
  return { sentence: mine.length ? say.allDone : say.nothing }
}

export type StepPath =
  | "/studies/$slug/import"
  | "/studies/$slug/raters"
  | "/studies/$slug/disagreements"
  | "/studies/$slug/releases"
  | "/studies/$slug/review"
  | "/studies/$slug/releases/new"
  | "/studies/$slug/runs/new"

function lookAgain({ id, n_to_confirm, session }: Assignment): NextStep {
  return {
    sentence: texts.next.lookAgain(n_to_confirm, session.key),
    action: (
      <Link to="/assignments/$id" params={{ id: String(id) }}>
        {texts.next.toLook}
      </Link>
    ),
  }
}

function labelNext({ id, n_turns, n_complete, session }: Assignment): NextStep {
  const say = texts.next
  const left = n_turns - n_complete
  return {
    sentence: left ? say.label(left, session.key) : say.finish(session.key),
    action: (
      <Link to="/assignments/$id" params={{ id: String(id) }}>
        {n_complete ? say.goOn : say.begin}
      </Link>
    ),
  }
}

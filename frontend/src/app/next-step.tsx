import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"

import type { Assignment, Study } from "../api/types"
import { texts } from "./texts"

export type NextStep = { sentence: string; action?: ReactNode }

/** What this person should do next in the study: one sentence and where to do it. */
export function nextStep(study: Study, mine: Assignment[]): NextStep {
  const { counts, my_roles } = study
  const say = texts.next
  const open = mine.find((assignment) => !assignment.done_at)
  if (open) {
    const left = open.n_turns - open.n_complete
    return {
      sentence: left ? say.label(left, open.session.key) : say.finish(open.session.key),
      action: (
        <Link to="/assignments/$id" params={{ id: String(open.id) }}>
          {open.n_complete ? say.goOn : say.begin}
        </Link>
      ),
    }
  }
  if (my_roles.includes("lead")) {
    if (counts.sessions === 0) return { sentence: say.addSession }
    if (counts.assignments === 0) return { sentence: say.assign }
    if (counts.disagreements_open > 0) return { sentence: say.settle(counts.disagreements_open) }
    if (counts.annotations_complete < counts.annotations_expected) {
      return { sentence: say.waitForLabels(counts.annotations_expected - counts.annotations_complete) }
    }
    if (counts.releases === 0) return { sentence: say.release }
    if (counts.releases_approved === 0) return { sentence: say.approve }
    if (counts.runs === 0) return { sentence: say.run }
  }
  if (my_roles.includes("steward") && counts.releases > counts.releases_approved) return { sentence: say.approve }
  if (my_roles.includes("engineer") && counts.releases_approved > 0 && counts.runs === 0) return { sentence: say.run }
  return { sentence: mine.length ? say.allDone : say.nothing }
}

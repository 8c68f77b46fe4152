import { Link } from "@tanstack/react-router"
import type { ReactElement } from "react"

import type { Assignment, Study } from "../api/types"
import { needsNewRelease, type StepKey } from "./steps"
import { texts } from "./texts"

/** `step` is the one of a lead's steps that it belongs to. */
export type NextStep = { sentence: string; action?: ReactElement; step?: StepKey }

const say = texts.next

/** What this person should do next in the study: one sentence and where to do it. */
export function nextStep(study: Study, mine: Assignment[]): NextStep {
  const { counts, my_roles, my_review_turns } = study
  const reachable = mine.filter(({ waits_for }) => !waits_for)
  const open = reachable.find(({ done_at, may_label }) => !done_at && may_label)
  const changed = reachable.find(({ n_to_confirm }) => n_to_confirm > 0)
  if (changed) return lookAgain(changed)
  if (open) return labelNext(open)

  const { go, recordConsent } = waysIn(study)
  const isOneOf = (...roles: Study["my_roles"]) => roles.some((role) => my_roles.includes(role))
  if (my_review_turns > 0) return go(say.review(my_review_turns), "/studies/$slug/review", say.begin, "review")
  const forLead = my_roles.includes("lead") && leadNext(study)
  if (forLead) return forLead
  if (counts.releases_to_approve > 0 && isOneOf("lead", "steward")) {
    return go(say.approve, "/studies/$slug/releases", say.toReleases, "release")
  }
  if (counts.sessions_unasked > 0 && isOneOf("steward")) return recordConsent(say.unasked(counts.sessions_unasked))
  if (counts.releases_usable > 0 && counts.runs === 0 && isOneOf("lead", "engineer")) {
    return go(say.run, "/studies/$slug/runs/new", say.toNewRun, "run")
  }
  if (needsNewRelease(counts) && isOneOf("steward", "engineer")) {
    return go(say.replaceByLead, "/studies/$slug/releases", say.toReleases)
  }
  if (mine.some(({ done_at }) => !done_at)) return { sentence: say.noConsentLeft }
  return { sentence: mine.length ? say.allDone : say.nothing }
}

type StepPath =
  | "/studies/$slug/import"
  | "/studies/$slug/people"
  | "/studies/$slug/raters"
  | "/studies/$slug/agreement"
  | "/studies/$slug/review"
  | "/studies/$slug/disagreements"
  | "/studies/$slug/releases"
  | "/studies/$slug/releases/new"
  | "/studies/$slug/runs/new"

/** Sentences with the page of the study where a thing is done. */
function waysIn({ slug }: Study) {
  const go = (sentence: string, to: StepPath, label: string, step?: StepKey): NextStep => ({
    sentence,
    step,
    action: (
      <Link to={to} params={{ slug }}>
        {label}
      </Link>
    ),
  })
  return {
    go,
    addSession: (sentence: string) => go(sentence, "/studies/$slug/import", say.toImport, "sessions"),
    recordConsent: (sentence: string) => go(sentence, "/studies/$slug/people", say.toPeople, "sessions"),
    assign: (sentence: string) => go(sentence, "/studies/$slug/raters", say.toRaters, "assign"),
    compute: (sentence: string) => go(sentence, "/studies/$slug/review", say.toReview, "consensus"),
    settle: (sentence: string) => go(sentence, "/studies/$slug/disagreements", say.toDisagreements, "settle"),
  }
}

/** What a lead does to bring the study to its first release; undefined once that is frozen. */
function leadNext(study: Study): NextStep | undefined {
  const { counts, release_fault } = study
  const ways = waysIn(study)
  if (counts.sessions === 0) return ways.addSession(say.addSession)
  if (counts.assignments === 0) {
    return counts.sessions_unassigned > 0 ? ways.assign(say.assign) : ways.recordConsent(say.noConsent)
  }
  if (counts.disagreements_open) return ways.settle(say.settle(counts.disagreements_open))
  if (counts.annotations_expected > counts.annotations_complete) return meanwhile(study)
  if (counts.turns_in_consensus === 0) return ways.compute(say.agree)
  if (counts.turns_settled === 0) return ways.settle(say.take)
  if (counts.turns_to_accept) return ways.settle(say.takeRest(counts.turns_to_accept))
  if (counts.releases > 0 && !needsNewRelease(counts)) return undefined
  if (release_fault) return toFirstRelease(study, release_fault)
  if (counts.releases > 0) return ways.go(say.replace, "/studies/$slug/releases/new", say.toNewRelease, "release")
  return ways.go(say.release, "/studies/$slug/releases/new", say.toNewRelease, "release")
}

/** The labels to come are the raters' to give; the lead is told what can be done until then. */
function meanwhile(study: Study): NextStep {
  const { annotations_expected, annotations_complete, sessions_rated_twice, sessions_unassigned } = study.counts
  const { go, assign } = waysIn(study)
  const tell = (what: string) => `${say.waitForLabels(annotations_expected - annotations_complete)} ${what}`
  if (sessions_unassigned > 0) return assign(tell(say.meanwhile.assign(sessions_unassigned)))
  if (sessions_rated_twice > 0) {
    return go(tell(say.meanwhile.agreement), "/studies/$slug/agreement", say.toAgreement, "agreement")
  }
  return go(tell(say.meanwhile.raters), "/studies/$slug/raters", say.toRaters)
}

/** Why no release can be frozen yet, and what to do about it first. */
function toFirstRelease(study: Study, { code, message }: NonNullable<Study["release_fault"]>): NextStep {
  const { clients, sessions_unassigned, turns_to_compute, turns_unsettled } = study.counts
  const ways = waysIn(study)
  const tell = (way: string) => say.noRelease(message, way)
  if (code === "no_turn") return ways.recordConsent(tell(say.ways.consent))
  if (clients < 2) return ways.addSession(tell(say.ways.addClient))
  if (sessions_unassigned > 0) return ways.assign(tell(say.ways.assign(sessions_unassigned)))
  if (turns_to_compute > 0) return ways.compute(tell(say.ways.compute(turns_to_compute)))
  if (turns_unsettled > 0) return ways.settle(tell(say.ways.settle(turns_unsettled)))
  return ways.recordConsent(tell(say.ways.consent))
}

function lookAgain({ id, n_to_confirm, session }: Assignment): NextStep {
  return {
    sentence: say.lookAgain(n_to_confirm, session.key),
    action: (
      <Link to="/assignments/$id" params={{ id: String(id) }}>
        {say.toLook}
      </Link>
    ),
  }
}

function labelNext({ id, n_turns, n_complete, session }: Assignment): NextStep {
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

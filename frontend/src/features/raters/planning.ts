import type { Session } from "../../api/corpus"
import type { Assignment, PassKind, Study } from "../../api/types"
import type { Exclusion } from "./queries"

/** The passes of a study, in the order in which a rater gives them. */
export const passKindsOf = (study: Pick<Study, "has_channel_passes">): PassKind[] =>
  study.has_channel_passes ? ["words", "face", "together"] : ["together"]

export type Plan = {
  /** Sessions that will get raters, with how many passes each. */
  sessions: { key: string; nPasses: number }[]
  nPasses: number
  /** Sessions without consent to be labelled. */
  leftOut: string[]
  /** Of the others, those without a picture, where a pass through the face is among the kinds. */
  withoutPicture: string[]
}
type Design = { kinds: PassKind[]; ratersPerTurn: number }

/** Whether a pass asks something of a session: without a picture there is no face to rate. */
export const asksOf = (kind: PassKind, { has_picture }: Pick<Session, "has_picture">): boolean =>
  kind !== "face" || has_picture

/** What distributing will add: each session with consent gets the raters it lacks for each pass. */
export function planOf(sessions: Session[], assignments: Assignment[], { kinds, ratersPerTurn }: Design): Plan {
  const given = new Map<string, number>()
  for (const { session, pass_kind } of assignments) {
    const pass = `${session.id} ${pass_kind}`
    given.set(pass, (given.get(pass) ?? 0) + 1)
  }
  const lacking = (session: Session, kind: PassKind) =>
    Math.max(0, ratersPerTurn - (given.get(`${session.id} ${kind}`) ?? 0))
  const agreeing = sessions.filter((session) => session.consent.annotate)
  const planned = agreeing
    .map((session) => {
      const asked = kinds.filter((kind) => asksOf(kind, session))
      return { key: session.key, nPasses: sum(asked.map((kind) => lacking(session, kind))) }
    })
    .filter(({ nPasses }) => nPasses > 0)
  return {
    sessions: planned,
    nPasses: sum(planned.map(({ nPasses }) => nPasses)),
    leftOut: sessions.filter((session) => !session.consent.annotate).map(({ key }) => key),
    withoutPicture: agreeing.filter((session) => kinds.some((kind) => !asksOf(kind, session))).map(({ key }) => key),
  }
}

/** Of these sessions, the keys of those for which the pass comes too late for a rater. */
export const tooLateIn = (
  rater: string,
  sessions: Pick<Session, "id" | "key">[],
  { kind, exclusions }: { kind: PassKind; exclusions: Exclusion[] },
): string[] => {
  const closed = exclusions.filter((each) => each.rater === rater && each.pass_kinds.includes(kind))
  return sessions.filter(({ id }) => closed.some(({ session }) => session === id)).map(({ key }) => key)
}

export type RaterProgress = {
  rater: string
  nPasses: number
  nDone: number
  nTurns: number
  nComplete: number
  latestAt: string | null
}

/** How far each rater has come over all their passes; those without any are at nought. */
export const progressOf = (raters: string[], assignments: Assignment[]): RaterProgress[] =>
  raters.map((rater) => {
    const own = assignments.filter((assignment) => assignment.rater === rater)
    const times = own.flatMap(({ updated_at }) => (updated_at ? [updated_at] : []))
    return {
      rater,
      nPasses: own.length,
      nDone: own.filter(({ done_at }) => done_at).length,
      nTurns: sum(own.map(({ n_turns }) => n_turns)),
      nComplete: sum(own.map(({ n_complete }) => n_complete)),
      latestAt: times.sort().at(-1) ?? null,
    }
  })

const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0)

import { useState } from "react"

import type { ConsentGiven, Person, PersonRole, Region } from "../../api/corpus"
import { standingScopes } from "../../api/standing"
import type { SpeakerRole } from "../../api/types"
import type { Confirmation, Draft } from "./queries"
import { checkedRoles, nextPseudonym, personCheck, rolesOf, speakersAs, type Roles } from "./roles"
import { texts } from "./texts"

/** What a person decides about a draft. */
export type Plan = {
  title: string
  /** By speaker; guessed until somebody says it. */
  roles: Roles
  areOne: boolean
  pseudonym: Record<PersonRole, string>
  consent: Record<PersonRole, ConsentGiven | null>
  region: Region | null
  /** Whether a person has looked and said that the pictures of two cameras belong together. */
  areTogether: boolean
}
type Said = Omit<Plan, "roles"> & { roles: Record<string, SpeakerRole> }

/** How the transcript and a second camera lie on the recording's clock. */
type Offsets = { offsetMs: number; cameraOffsetMs: number | null; hasTwo: boolean }

const NO_CONSENT: ConsentGiven = { scopes: [], basis: "", expires_on: null }

export function usePlan(draft: Draft, persons: Person[]) {
  const [said, setSaid] = useState<Said>(() => ({
    title: "",
    roles: {},
    areOne: false,
    pseudonym: { client: nextPseudonym(persons, "client"), counsellor: nextPseudonym(persons, "counsellor") },
    consent: { client: NO_CONSENT, counsellor: NO_CONSENT },
    region: null,
    areTogether: false,
  }))
  // Read again, the file may have other speakers: what was said of those that stay still holds.
  const plan: Plan = { ...said, roles: rolesOf(draft.reading.speakers, said.roles) }
  const change = (changes: Partial<Said>) => setSaid((old) => ({ ...old, ...changes }))
  const setRole = (speaker: string, role: SpeakerRole) => change({ roles: { ...said.roles, [speaker]: role } })
  const setPseudonym = (role: PersonRole, pseudonym: string) => {
    // Someone known keeps what is on record until something else is said; someone new has agreed to nothing yet.
    const { person } = personCheck(pseudonym.trim(), role, persons)
    const consent = person ? null : (plan.consent[role] ?? NO_CONSENT)
    change({
      pseudonym: { ...plan.pseudonym, [role]: pseudonym },
      consent: { ...plan.consent, [role]: consent },
    })
  }
  const setConsent = (role: PersonRole, consent: ConsentGiven | null) =>
    change({ consent: { ...plan.consent, [role]: consent } })
  return { plan, change, setRole, setPseudonym, setConsent }
}

export const hasCounsellor = (plan: Plan): boolean => speakersAs("counsellor", plan.roles).length > 0

/** What keeping the session like this would mean for want of consent; null where everyone agrees to view and label. */
export function consentWarning(plan: Plan, persons: Person[], now: Date): string | null {
  const recorded: PersonRole[] = hasCounsellor(plan) ? ["client", "counsellor"] : ["client"]
  const agreed = recorded.map((role) => {
    const { person } = personCheck(plan.pseudonym[role].trim(), role, persons)
    return [...standingScopes(person?.consents ?? [], now), ...(plan.consent[role]?.scopes ?? [])]
  })
  const [toView, toLabel] = (["view", "annotate"] as const).map((scope) =>
    agreed.every((scopes) => scopes.includes(scope)),
  )
  if (toView && toLabel) return null
  const say = texts.withoutConsent
  return `${toLabel ? say.view : toView ? say.annotate : say.both} ${texts.consentLater}`
}

/** What to send, or the first thing that is still to be said. */
export function confirmationOf(
  plan: Plan,
  { offsetMs, cameraOffsetMs, hasTwo }: Offsets,
  persons: Person[],
): { confirmation: Confirmation } | { fault: string } {
  const checked = checkedRoles(plan.roles, plan.areOne)
  if ("fault" in checked) return checked
  const client = plan.pseudonym.client.trim()
  const counsellor = hasCounsellor(plan) ? plan.pseudonym.counsellor.trim() : null
  const fault =
    personCheck(client, "client", persons).fault ??
    (counsellor === null ? null : personCheck(counsellor, "counsellor", persons).fault) ??
    (client === counsellor ? texts.personHint.same : null)
  if (fault) return { fault }
  if (hasTwo && (cameraOffsetMs === null || !plan.areTogether)) return { fault: texts.sayTogether }
  return {
    confirmation: {
      title: plan.title.trim(),
      roles: checked.roles,
      client,
      counsellor,
      consent: { client: plan.consent.client, counsellor: counsellor === null ? null : plan.consent.counsellor },
      client_region: plan.region,
      offset_ms: offsetMs,
      camera_offset_ms: hasTwo ? cameraOffsetMs : null,
      two_clients_are_one: plan.areOne,
    },
  }
}

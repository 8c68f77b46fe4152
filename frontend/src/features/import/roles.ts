import type { Person, PersonRole } from "../../api/corpus"
import type { SpeakerRole } from "../../api/types"
import type { Speaker } from "./queries"
import { texts } from "./texts"

/** Each speaker's role, by the name the file gives them; null until someone says it. */
export type Roles = Record<string, SpeakerRole | null>

/** What the file's names suggest. With one speaker guessed of two, the other is the other one. */
export function guessedRoles(speakers: Speaker[]): Roles {
  const roles: Roles = Object.fromEntries(speakers.map(({ name, guessed_role }) => [name, guessed_role]))
  const unsaid = speakers.filter(({ name }) => !roles[name])
  const only = unsaid[0]
  if (speakers.length === 2 && unsaid.length === 1 && only) {
    const told = Object.values(roles).find(Boolean)
    if (told === "client") roles[only.name] = "counsellor"
    if (told === "counsellor") roles[only.name] = "client"
  }
  return roles
}

/** The roles that were said, and for other speakers those that are guessed. */
export const rolesOf = (speakers: Speaker[], said: Record<string, SpeakerRole>): Roles =>
  Object.fromEntries(Object.entries(guessedRoles(speakers)).map(([name, guess]) => [name, said[name] ?? guess]))

export const speakersAs = (role: SpeakerRole, roles: Roles): string[] =>
  Object.keys(roles).filter((speaker) => roles[speaker] === role)

/** The roles when every speaker has one, and exactly one client speaks; else what is still to be said. */
export function checkedRoles(
  roles: Roles,
  areOne: boolean,
): { roles: Record<string, SpeakerRole> } | { fault: string } {
  const said = Object.entries(roles).flatMap(([speaker, role]) => (role ? [[speaker, role] as const] : []))
  const unsaid = Object.keys(roles).length - said.length
  const clients = speakersAs("client", roles)
  if (unsaid > 0) return { fault: texts.roleFault.unsaid(unsaid) }
  if (clients.length === 0) return { fault: texts.roleFault.noClient }
  if (clients.length > 1 && !areOne) return { fault: twoClients(clients) }
  return { roles: Object.fromEntries(said) }
}

export const twoClients = (clients: string[]): string =>
  texts.roleFault.twoClients(clients.map((speaker) => speaker || texts.unknown))

const PREFIX: Record<PersonRole, string> = { client: "C", counsellor: "T" }

/** The next pseudonym in the study's row: C-03 after C-02. */
export function nextPseudonym(persons: Person[], role: PersonRole): string {
  const pattern = new RegExp(`^${PREFIX[role]}-(\\d+)$`)
  const numbers = persons.flatMap(({ pseudonym }) => pattern.exec(pseudonym)?.[1] ?? []).map(Number)
  return `${PREFIX[role]}-${String(Math.max(0, ...numbers) + 1).padStart(2, "0")}`
}

export type PersonCheck = { person: Person | undefined; fault: string | null; hint: string }

/** Who a pseudonym is: someone known to the study, someone new, or someone it can't be. */
export function personCheck(pseudonym: string, role: PersonRole, persons: Person[]): PersonCheck {
  const say = texts.personHint
  const known = persons.find((person) => person.pseudonym === pseudonym)
  if (!pseudonym) return { person: undefined, fault: say.missing, hint: "" }
  if (!known) return { person: undefined, fault: null, hint: say.isNew(texts.roleWord[role]) }
  if (known.role !== role) {
    return { person: undefined, fault: say.otherRole(pseudonym, texts.roleWord[known.role]), hint: "" }
  }
  return { person: known, fault: null, hint: say.known(texts.roleWord[role], known.sessions) }
}

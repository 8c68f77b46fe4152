import type { SessionTurn, TranscriptDraft } from "../../api/corpus"
import type { SpeakerRole } from "../../api/types"

/** Each speaker's role, by the name the file gives them; null until someone says it. */
export type Roles = Record<string, SpeakerRole | null>

/** As in the session's turns, where a name stands for one role there; else as the name tells. */
export function knownRoles({ reading }: TranscriptDraft, turns: SessionTurn[]): Roles {
  return Object.fromEntries(
    reading.speakers.map(({ name, guessed_role }) => {
      const roles = new Set(turns.filter(({ speaker }) => speaker === name).map(({ role }) => role))
      const [only] = roles
      return [name, roles.size === 1 && only ? only : guessed_role]
    }),
  )
}

/** The roles when each speaker has one; null while one has none. */
export function saidRoles(roles: Roles): Record<string, SpeakerRole> | null {
  const said = Object.entries(roles).flatMap(([speaker, role]) => (role ? [[speaker, role] as const] : []))
  return said.length === Object.keys(roles).length ? Object.fromEntries(said) : null
}

export const nClients = (roles: Roles): number => Object.values(roles).filter((role) => role === "client").length

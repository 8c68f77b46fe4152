import type { Consent, OfferedScope, Scope } from "./corpus"

/** The scopes that people are asked about. */
export const SCOPES: OfferedScope[] = ["view", "annotate", "train", "external"]

/** The same, and after them those that somebody was asked about before and nobody is now. */
export const scopesOnRecord = (persons: { consents: Consent[] }[]): Scope[] => [
  ...new Set<Scope>([...SCOPES, ...persons.flatMap(({ consents }) => consents.map(({ scope }) => scope))]),
]

export type Standing =
  { state: "given"; consent: Consent } | { state: "expired" | "withdrawn"; at: string } | { state: "none" }

/** What holds of one scope at a moment, told by the latest of a person's consents to it. */
export function standingOf(consents: Consent[], scope: Scope, now: Date): Standing {
  const latest = consents.filter((consent) => consent.scope === scope).at(-1)
  if (!latest) return { state: "none" }
  if (latest.withdrawn_at && new Date(latest.withdrawn_at) <= now)
    return { state: "withdrawn", at: latest.withdrawn_at }
  if (latest.expires_at && new Date(latest.expires_at) <= now)
    return { state: "expired", at: latest.last_day ?? latest.expires_at }
  return { state: "given", consent: latest }
}

export const standingScopes = (consents: Consent[], now: Date): OfferedScope[] =>
  SCOPES.filter((scope) => standingOf(consents, scope, now).state === "given")

import { describe, expect, it } from "vitest"

import type { Consent, Scope } from "./corpus"
import { scopesOnRecord, standingOf, standingScopes } from "./standing"

const now = new Date("2026-06-01T12:00:00Z")
const consent = (scope: Scope, ends: Partial<Consent> = {}): Consent => ({
  scope,
  basis: "form 3",
  given_at: "2026-01-01T00:00:00Z",
  last_day: null,
  expires_at: null,
  withdrawn_at: null,
  replaced_at: null,
  ...ends,
})

describe("what a person agrees to", () => {
  it("was never asked where nothing is on record", () => {
    expect(standingOf([], "train", now)).toEqual({ state: "none" })
  })

  it("stands through the last moment of its last day", () => {
    const ends = consent("view", { expires_at: "2026-06-01T23:59:59Z" })

    expect(standingOf([ends], "view", now).state).toBe("given")
    expect(standingOf([ends], "view", new Date("2026-06-02T00:00:00Z")).state).toBe("expired")
  })

  it("is told by the latest consent to the scope", () => {
    const withdrawn = consent("view", { withdrawn_at: "2026-03-01T00:00:00Z" })
    const again = consent("view", { given_at: "2026-04-01T00:00:00Z" })

    expect(standingOf([withdrawn], "view", now)).toEqual({ state: "withdrawn", at: "2026-03-01T00:00:00Z" })
    expect(standingOf([withdrawn, again], "view", now).state).toBe("given")
  })

  it("ended with its last day, whichever day that moment is where the reader is", () => {
    const ended = consent("view", { last_day: "2026-05-31", expires_at: "2026-05-31T22:00:00Z" })

    expect(standingOf([ended], "view", now)).toEqual({ state: "expired", at: "2026-05-31" })
  })

  it("shows scopes that nobody is asked about any more only where they are on record", () => {
    expect(scopesOnRecord([{ consents: [consent("view")] }])).toEqual(["view", "annotate", "train", "external"])
    expect(scopesOnRecord([{ consents: [consent("publish")] }]).at(-1)).toBe("publish")
  })

  it("lists the scopes that stand, in their order", () => {
    const consents = [consent("train"), consent("view"), consent("external", { expires_at: "2026-02-01T00:00:00Z" })]

    expect(standingScopes(consents, now)).toEqual(["view", "train"])
  })
})

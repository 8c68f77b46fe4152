import { expect, it } from "vitest"

import type { ConsentGiven, OfferedScope, Person } from "../../api/corpus"
import { consentWarning, type Plan } from "./use-plan"

const NOW = new Date("2026-06-01T12:00:00Z")
const agreeing = (...scopes: OfferedScope[]): ConsentGiven => ({ scopes, basis: "form 3", expires_on: null })
const plan = (client: ConsentGiven | null, counsellor: ConsentGiven | null, withCounsellor = true): Plan => ({
  ...{ title: "", areOne: false, region: null, areTogether: false },
  roles: withCounsellor ? { A: "client", B: "counsellor" } : { A: "client" },
  pseudonym: { client: "C-01", counsellor: "T-01" },
  consent: { client, counsellor },
})
const warned = (of: Plan, persons: Person[] = []) => consentWarning(of, persons, NOW)

it("says before a session is kept that nobody can watch or label it without consent", () => {
  expect(warned(plan(agreeing(), agreeing()))).toBe(
    "Without consent to view and label, nobody can watch or label this session. " +
      "You can import it all the same, and record the consent above or later under People.",
  )
})

it("asks everyone recorded, and names what is lacking", () => {
  const both = agreeing("view", "annotate")

  expect(warned(plan(both, both))).toBeNull()
  expect(warned(plan(both, agreeing("view")))).toMatch(/^Without consent to label, nobody can label/)
  expect(warned(plan(both, agreeing("annotate")))).toMatch(/^Without consent to view, nobody can watch/)
  expect(warned(plan(both, agreeing(), false))).toBeNull()
})

it("counts what someone known has agreed to before, while it stands", () => {
  const known = (expires_at: string | null) => {
    const consents = (["view", "annotate"] as const).map((scope) => ({
      ...{ scope, basis: "form 2", given_at: "2026-01-01T00:00:00Z", withdrawn_at: null, expires_at },
    }))
    return [{ pseudonym: "C-01", role: "client", sessions: [], consents }] as unknown as Person[]
  }
  const renewed = plan(null, null, false)

  expect(warned(renewed, known(null))).toBeNull()
  expect(warned(renewed, known("2026-05-01T00:00:00Z"))).not.toBeNull()
})

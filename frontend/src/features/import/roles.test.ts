import { describe, expect, it } from "vitest"

import type { Person } from "../../api/corpus"
import type { SpeakerRole } from "../../api/types"
import { checkedRoles, guessedRoles, nextPseudonym, personCheck, rolesOf } from "./roles"

const speaker = (name: string, guessed_role: SpeakerRole | null = null) => ({
  name,
  guessed_role,
  n_turns: 4,
  sample: "Hello.",
  may_be_real_name: false,
})
const person = (pseudonym: string, role: Person["role"], sessions: string[] = []): Person => ({
  id: 1,
  pseudonym,
  role,
  sessions,
  consents: [],
})

describe("who is who", () => {
  it("takes the other of two speakers for the other role", () => {
    expect(guessedRoles([speaker("Therapist", "counsellor"), speaker("Ana")])).toEqual({
      Therapist: "counsellor",
      Ana: "client",
    })
  })

  it("keeps what was said of speakers that another reading still has", () => {
    const said = { Ana: "other", Gone: "client" } as const

    expect(rolesOf([speaker("Therapist", "counsellor"), speaker("Ana")], said)).toEqual({
      Therapist: "counsellor",
      Ana: "other",
    })
  })

  it("leaves open what nothing suggests", () => {
    expect(guessedRoles([speaker("A"), speaker("B")])).toEqual({ A: null, B: null })
    expect(guessedRoles([speaker("A", "client"), speaker("B"), speaker("C")])).toMatchObject({ B: null, C: null })
  })

  it("asks for every speaker and for a client", () => {
    expect(checkedRoles({ A: "client", B: null }, false)).toEqual({ fault: "Choose a role for 1 speaker." })
    expect(checkedRoles({ A: "other", B: "counsellor" }, false)).toHaveProperty("fault")
  })

  it("takes two clients only when they are said to be one person", () => {
    const roles = { Ana: "client", "": "client" } as const

    expect(checkedRoles(roles, false)).toEqual({
      fault:
        "Ana and not named are both clients. A session has one: give one of them another role, or tick that they are one person.",
    })
    expect(checkedRoles(roles, true)).toEqual({ roles })
  })
})

describe("a pseudonym", () => {
  const persons = [person("C-01", "client", ["S001"]), person("C-09", "client"), person("T-01", "counsellor")]

  it("is suggested as the next of its row", () => {
    expect(nextPseudonym(persons, "client")).toBe("C-10")
    expect(nextPseudonym([], "counsellor")).toBe("T-01")
  })

  it("is someone known, with their sessions, or someone new", () => {
    expect(personCheck("C-01", "client", persons)).toMatchObject({ person: persons[0], hint: "The client of S001." })
    expect(personCheck("C-02", "client", persons)).toMatchObject({ person: undefined, hint: "A new client." })
  })

  it("can't be someone of the other role, or nobody", () => {
    expect(personCheck("T-01", "client", persons).fault).toContain("T-01 is a counsellor")
    expect(personCheck("", "client", persons).fault).not.toBeNull()
  })
})

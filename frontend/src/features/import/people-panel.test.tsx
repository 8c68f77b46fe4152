import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"

import { PeoplePanel } from "./people-panel"
import type { Speaker } from "./queries"
import type { Plan } from "./use-plan"

const speaker = (name: string, may_be_real_name: boolean): Speaker => ({
  ...{ name, may_be_real_name, n_turns: 4, sample: "Hello.", guessed_role: null },
})
const plan: Plan = {
  ...{ title: "", roles: {}, areOne: false, pseudonym: { client: "C-01", counsellor: "T-01" } },
  ...{ consent: { client: null, counsellor: null }, region: null, areTogether: false },
}

const show = (speakers: Speaker[]) =>
  render(
    <MantineProvider>
      <PeoplePanel
        {...{ plan, speakers, persons: [], ConsentForm: () => null }}
        onPseudonym={() => undefined}
        onConsent={() => undefined}
      />
    </MantineProvider>,
  )

it("warns of real names in the file where none may be given", () => {
  show([speaker("Dr. Meier", true), speaker("Frau K.", true), speaker("P07", false)])

  expect(screen.getByText(/Never a real name/)).toBeTruthy()
  expect(screen.getByRole("note").textContent).toBe(
    "The file calls its speakers “Dr. Meier” and “Frau K.”. If these are real names, they stay in the session's transcript: put pseudonyms in the file first and import that one.",
  )
})

it("says nothing of codes and roles", () => {
  show([speaker("T", false), speaker("Client", false)])

  expect(screen.queryByRole("note")).toBeNull()
})

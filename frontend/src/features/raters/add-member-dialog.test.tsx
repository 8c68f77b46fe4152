import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { AddMemberDialog } from "./add-member-dialog"
import type { OfferedRole } from "./queries"

const LEADS: OfferedRole[] = ["rater", "expert", "lead", "engineer"]

function show(roles: OfferedRole[]) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AddMemberDialog slug="pilot" roles={roles} onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

it("shows the link with which a new person sets a password, and until when it works", async () => {
  const link = { token: "a-token", expires_at: "2026-12-08T09:00:00Z" }
  const member = { id: 7, username: "asha", name: "", role: "rater", link }
  vi.stubGlobal("fetch", async () => Response.json(member, { status: 201 }))
  show(LEADS)

  await userEvent.type(await screen.findByLabelText("Log-in name"), "asha")
  await userEvent.click(screen.getByRole("button", { name: "Add" }))

  expect(await screen.findByText("Link to set a password")).toBeTruthy()
  expect(screen.getByText(`${window.location.origin}/set-password#a-token`)).toBeTruthy()
  expect(screen.getByText(/works once, until 8 Dec 2026/)).toBeTruthy()
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy()
})

it("offers leads no steward, and says who adds one", async () => {
  Element.prototype.scrollIntoView = () => undefined // The list of roles calls it, and there is no page here.
  show(LEADS)
  await userEvent.click(await screen.findByRole("combobox", { name: "Role" }))

  expect(screen.queryByRole("option", { name: "steward" })).toBeNull()
  expect(screen.queryByRole("option", { name: "appraiser" })).toBeNull()
  expect(screen.getByText(/added by another steward/)).toBeTruthy()
})

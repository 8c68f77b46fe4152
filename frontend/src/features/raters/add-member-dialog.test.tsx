import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { AddMemberDialog } from "./add-member-dialog"

it("shows a new log-in's first password, and says where it is changed", async () => {
  const member = { id: 7, username: "asha", name: "", role: "rater", first_password: "quiet-river" }
  vi.stubGlobal("fetch", async () => Response.json(member, { status: 201 }))
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AddMemberDialog slug="pilot" onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )

  await userEvent.type(await screen.findByLabelText("Log-in name"), "asha")
  await userEvent.click(screen.getByRole("button", { name: "Add" }))

  expect(await screen.findByText("First password")).toBeTruthy()
  expect(screen.getByText("quiet-river")).toBeTruthy()
  expect(screen.getByText(/works until asha changes it under Account/)).toBeTruthy()
})

import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import type { Study } from "../../api/types"
import { PeoplePanel } from "./people-panel"

type Shown = Partial<Study> & { mayChange?: boolean }

function show({ mayChange = true, ...changes }: Shown = {}) {
  const bodies: unknown[] = []
  const study = { slug: "pilot", are_raters_blind: true, unblinded_at: null, is_one_persons: false, ...changes }
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json(study)
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PeoplePanel study={study as Study} mayChange={mayChange} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return bodies
}

it("ends blindness only after saying that it can't be turned back", async () => {
  const bodies = show()

  await userEvent.click(screen.getByRole("button", { name: "Show leads who the raters are" }))
  expect(await screen.findByText(/can't be turned back. Raters are told/)).toBeTruthy()
  expect(bodies).toEqual([])
  await userEvent.click(screen.getAllByRole("button", { name: "Show leads who the raters are" }).at(-1)!)

  expect(bodies).toEqual([{ are_raters_blind: false }])
})

it("says since when leads see the raters, and offers no way back", () => {
  show({ are_raters_blind: false, unblinded_at: "2026-05-02T09:00:00Z" })

  expect(screen.getByText("Leads see who the raters are")).toBeTruthy()
  expect(screen.getByText(/Since 2 May 2026/)).toBeTruthy()
  expect(screen.queryByRole("button", { name: /raters/ })).toBeNull()
})

it("declares a study of one person, and ends that", async () => {
  const bodies = show({ is_one_persons: true })

  await userEvent.click(screen.getByRole("button", { name: "End this" }))
  await userEvent.click((await screen.findAllByRole("button", { name: "End this" })).at(-1)!)

  expect(bodies).toEqual([{ is_one_persons: false }])
})

it("offers nothing to a steward, who may not change it", () => {
  show({ mayChange: false })

  expect(screen.getByText("Only leads can change this.")).toBeTruthy()
  expect(screen.queryAllByRole("button")).toEqual([])
})

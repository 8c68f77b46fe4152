import { QueryClient } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { membersQuery, studyQuery } from "../../api/queries"
import { renderRouter } from "../../test-router"
import { DrawPanel } from "./draw-panel"
import { consensusQuery } from "./queries"

const EXPERT = { id: 1, name: "Eve", role: "expert" }

function show(members: object[], drawing: () => Response) {
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (init.method === "POST") return drawing()
    return Response.json(address.includes("/members/") ? members : { computed_at: null })
  })
  const client = new QueryClient()
  const root = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => root, path: "/", component: () => <DrawPanel slug="pilot" /> })
  renderRouter(createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() }), client)
  return client
}

it("has the study's counts asked again once turns are drawn", async () => {
  const client = show([EXPERT], () => Response.json({ id: 1 }, { status: 201 }))
  const { queryKey } = studyQuery("pilot")
  client.setQueryData<unknown>(queryKey, { counts: { review_turns: 0 } })

  await userEvent.click(await screen.findByRole("button", { name: "Draw a sample" }))

  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})

it("tells no longer that there is no consensus once one is computed", async () => {
  const refusal = { code: "nothing_to_review", message: "No turn has a consensus yet. Compute the consensus first." }
  const client = show([EXPERT], () => Response.json(refusal, { status: 409 }))
  await userEvent.click(await screen.findByRole("button", { name: "Draw a sample" }))
  await screen.findByRole("alert")

  client.setQueryData<unknown>(consensusQuery("pilot").queryKey, { computed_at: "2026-12-01T14:02:00Z" })

  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

it("says beforehand that nobody could review the turns, and where an expert is added", async () => {
  const client = show([{ ...EXPERT, role: "lead" }], () => Response.json({}, { status: 201 }))

  expect((await screen.findByRole("status")).textContent).toMatch(/^The study has no expert yet/)
  expect(screen.getByRole("link", { name: "Raters" }).getAttribute("href")).toBe("/studies/pilot/raters")
  client.setQueryData<unknown>(membersQuery("pilot").queryKey, [EXPERT])

  await waitFor(() => expect(screen.queryByRole("status")).toBeNull())
})

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"

import { releaseQueries } from "./queries"

function Plan() {
  const plan = useQuery(releaseQueries.plan("pilot", { holdoutShare: 0.2, seed: 1 })).data
  return <p>{plan ? `${plan.n_turns} turns` : "being looked up"}</p>
}

test("whoever comes back to a plan sees none of before", async () => {
  let turns = 3
  vi.stubGlobal("fetch", async () => Response.json({ n_turns: turns }))
  const client = new QueryClient()
  const page = (isThere: boolean) => (
    <QueryClientProvider client={client}>{isThere ? <Plan /> : null}</QueryClientProvider>
  )
  const { rerender } = render(page(true))
  await screen.findByText("3 turns")

  rerender(page(false))
  await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]))
  turns = 17
  rerender(page(true))

  expect(screen.getByText("being looked up")).toBeTruthy()
  expect(await screen.findByText("17 turns")).toBeTruthy()
})

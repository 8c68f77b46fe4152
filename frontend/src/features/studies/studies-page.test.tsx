import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"

import { meQuery } from "../../api/queries"
import type { Me } from "../../api/types"
import { StudiesPage } from "./studies-page"
import { texts } from "./texts"

const show = (held_back: Me["held_back"]) => {
  vi.stubGlobal("fetch", async () => Response.json({ count: 0, next: null, previous: null, results: [] }))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  // Only what the page reads of it.
  client.setQueryData(meQuery.queryKey, { user: { may_create_studies: false }, memberships: [], held_back } as never)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <StudiesPage />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

it("says of somebody without a study how they come to one", async () => {
  show([])

  expect(await screen.findByText(texts.none)).toBeTruthy()
})

it("does not say so of somebody whose study is closed for a while", async () => {
  show([{ name: "Pilot", restored_as_of: "2026-05-02T09:00:00Z" }])

  expect(await screen.findByText(texts.heldBack("Pilot"))).toBeTruthy()
  await vi.waitFor(() => expect(document.querySelector("section")).toBeNull()) // The skeleton is gone as well.
  expect(screen.queryByText(texts.none)).toBeNull()
})

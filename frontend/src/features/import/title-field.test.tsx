import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"

import type { Session } from "../../api/corpus"
import { importQueries } from "./queries"
import { TitleField } from "./title-field"

const session = (key: string, title: string) => ({ key, title }) as Session // Only these two are read.

function show(title: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const found = [session("S001", "First hour"), session("S004", "first hour"), session("S005", "First hour, again")]
  client.setQueryData(importQueries.titled("pilot", title).queryKey, found)
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <TitleField slug="pilot" title={title} onTitle={vi.fn()} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it("names the sessions that have the title already, and lets it be kept", () => {
  show("First hour")

  expect(screen.getByRole("status").textContent).toBe(
    "S001 and S004 have this title already. You may keep it: the keys tell sessions apart.",
  )
})

it("says nothing of titles that only hold the same words", () => {
  show("hour")

  expect(screen.queryByRole("status")).toBeNull()
})

import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { studyQuery } from "../../api/queries"
import { DrawPanel } from "./draw-panel"

it("has the study's counts asked again once turns are drawn", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ id: 1 }, { status: 201 })))
  const client = new QueryClient()
  const { queryKey } = studyQuery("pilot")
  client.setQueryData<unknown>(queryKey, { counts: { review_turns: 0 } })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <DrawPanel slug="pilot" />
      </MantineProvider>
    </QueryClientProvider>,
  )

  await userEvent.click(screen.getByRole("button"))

  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})

import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { Suspense } from "react"
import { expect, test, vi } from "vitest"

import { TakeMajority } from "./take-majority"

function show(computed_at: string | null) {
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(
      address.endsWith("/consensus/") ? { computed_at, n_turns: 4, n_labels: 12, n_ties: 0 } : { n_open: 0 },
    ),
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <TakeMajority slug="pilot" />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const button = () => screen.findByRole<HTMLButtonElement>("button", { name: "Take the majority…" })

test("why the majority cannot be taken stands beside the button", async () => {
  show(null)

  expect(await screen.findByText(/consensus has not been computed yet/)).toBeTruthy()
  expect((await button()).disabled).toBe(true)
})

test("where a consensus is computed, the majority can be taken and nothing is excused", async () => {
  show("2026-05-02T10:00:00Z")

  await vi.waitFor(async () => expect((await button()).disabled).toBe(false))
  expect(screen.queryByText(/consensus has not been computed yet/)).toBeNull()
})

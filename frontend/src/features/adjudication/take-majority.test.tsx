import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { Suspense } from "react"
import { expect, test, vi } from "vitest"

import { TakeMajority } from "./take-majority"

const asked = vi.fn()

function show(computed_at: string | null, tally: Record<string, unknown> = {}) {
  const counts = { computed_at, n_turns: 4, n_labels: 12, n_ties: 0, raters_needed: 2, is_stale: false, job: null }
  asked.mockClear()
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (init.method === "POST") asked(JSON.parse(String(init.body)))
    if (address.includes("/jobs/") || init.method === "POST") {
      return Response.json({ uuid: "j1", title: "Accepting the consensus", state: "running", progress: 0.5, step: "" })
    }
    return Response.json(
      address.endsWith("/consensus/")
        ? counts
        : { n_open: 0, n_to_accept: 7, n_few_raters: 0, accepting: null, ...tally },
    )
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <TakeMajority slug="pilot" />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

const button = () => screen.findByRole<HTMLButtonElement>("button", { name: /^Accept the majority for 7 answers/ })

test("why the majority cannot be accepted stands beside the button", async () => {
  show(null)

  expect(await screen.findByText(/consensus has not been computed yet/)).toBeTruthy()
  expect((await button()).disabled).toBe(true)
})

test("where a consensus is computed, the majority can be accepted and nothing is excused", async () => {
  show("2026-05-02T10:00:00Z")

  await vi.waitFor(async () => expect((await button()).disabled).toBe(false))
  expect(screen.queryByText(/consensus has not been computed yet/)).toBeNull()
})

test("answers of too few raters are left unless the lead says why they count", async () => {
  const user = show("2026-05-02T10:00:00Z", { n_few_raters: 3 })
  await vi.waitFor(async () => expect((await button()).disabled).toBe(false))
  await user.click(await button())
  const confirm = () => screen.getByRole<HTMLButtonElement>("button", { name: "Accept the majority" })

  await user.click(await screen.findByRole("checkbox", { name: "Also accept 3 answers from fewer than 2 raters" }))
  expect(confirm().disabled).toBe(true)
  await user.type(screen.getByRole("textbox"), "Ben was ill.")
  await user.click(confirm())

  await vi.waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith({ few_raters_reason: "Ben was ill." }))
  expect(await screen.findByText("Accepting the consensus")).toBeTruthy()
})

test("what somebody else has begun is shown with its progress", async () => {
  show("2026-05-02T10:00:00Z", { accepting: "j1" })

  expect(await screen.findByText("Accepting the consensus")).toBeTruthy()
  expect(screen.queryByRole("button", { name: /^Accept the majority/ })).toBeNull()
})

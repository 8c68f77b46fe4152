import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"

import type { KeptAgreement } from "../../api/agreement"
import { Freshness } from "./freshness"

// Only when they were computed is read of the figures.
const FIGURES = { as_of: "2026-12-01T14:02:00Z" } as unknown as KeptAgreement["figures"]
const FAILED = { uuid: "7", title: "Computing agreement", state: "failed", error: "The disk is full." }

const asked = vi.fn()

function show(kept: Partial<KeptAgreement>) {
  asked.mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ ...FAILED, step: "", log_tail: "" }))))
  vi.stubGlobal("fetch", asked)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Freshness
          slug="pilot"
          pass="face"
          kept={{ figures: FIGURES, is_stale: false, job: null, n_unseen: 0, ...kept }}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const begun = () =>
  asked.mock.calls.filter(([url, options]) => /agreement/.test(String(url)) && options.method === "POST")

afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockReset()
})

test.each([{ figures: null }, { is_stale: true }])(
  "whoever opens a page that needs it has it computed: %o",
  async (kept) => {
    show(kept)

    await waitFor(() => expect(begun()).toHaveLength(1))
    expect(String(begun()[0]?.[0])).toMatch("studies/pilot/agreement/?pass=face")
  },
)

test("figures of the labels as they are now are left alone, and nothing is said", () => {
  show({})

  expect(begun()).toHaveLength(0)
  expect(screen.queryByRole("button")).toBeNull()
})

test("old figures say as of when they are, and a button computes them again", async () => {
  show({ is_stale: true })

  expect(screen.getByText(/These figures are as of 1 Dec 2026, .*Labels have changed since\./)).toBeTruthy()
  await waitFor(() => expect(begun()).toHaveLength(1))
  await userEvent.setup().click(await screen.findByRole("button", { name: "Compute again" }))
  await waitFor(() => expect(begun()).toHaveLength(2))
})

test("a failed job is told with its reason and is not begun again by itself", async () => {
  show({ figures: null, job: FAILED as unknown as KeptAgreement["job"] })

  expect(await screen.findByText("The disk is full.")).toBeTruthy()
  expect(begun()).toHaveLength(0)
  expect(screen.getByRole("button", { name: "Compute agreement" })).toBeTruthy()
})

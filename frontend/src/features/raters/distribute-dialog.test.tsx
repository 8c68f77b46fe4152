import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import type { Session } from "../../api/corpus"
import type { Study } from "../../api/types"
import { DistributeDialog } from "./distribute-dialog"
import { texts } from "./texts"

const session = { id: 2, key: "S002", title: "", consent: { annotate: true } } as Session
// Only what the dialog reads of it.
const study = {
  slug: "pilot",
  raters_per_turn: 2,
  are_raters_blind: true,
  has_channel_passes: false,
  counts: { raters_without_number: 0 },
} as Study

it("has the server assign the passes that it shows, and closes", async () => {
  const asked = vi.fn((_address: string, _options: RequestInit) => Promise.resolve(Response.json({ created: 2 })))
  vi.stubGlobal("fetch", asked)
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DistributeDialog study={study} nRaters={2} assignments={[]} sessions={[session]} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  )

  await userEvent.click(screen.getByRole("button", { name: texts.distributeAction(2) }))

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [address, options] = asked.mock.calls[0] ?? []
  expect(address).toContain("studies/pilot/assignments/distribute/")
  expect(options?.body).toBe(JSON.stringify({ pass_kinds: ["together"] }))
})

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"

import { UploadsPanel } from "./uploads-panel"

const upload = (id: string, name: string) => ({
  ...{ id, name, bytes: 615_000, arrived_bytes: 615_000 },
  ...{ expires_at: "2026-05-05T10:00:00Z", created_at: "2026-05-02T10:00:00Z" },
})

function show(onForm: string[]) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([upload("a", "talk.mp4"), upload("b", "old.mp4")])))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider>
        <UploadsPanel slug="pilot" onForm={onForm} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it("shows no recording that is still chosen on the form, whose transcript was refused", async () => {
  show(["a"])

  expect(await screen.findByText("old.mp4")).toBeTruthy()
  expect(screen.queryByText("talk.mp4")).toBeNull()
})

it("does not say of a recording that is here that it broke off", async () => {
  show([])

  expect(await screen.findByText("talk.mp4")).toBeTruthy()
  expect(screen.getByText(/No import uses them yet/)).toBeTruthy()
  expect(screen.queryByText(/broke off/)).toBeNull()
})

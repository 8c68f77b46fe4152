import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { SendingBar } from "./sending-bar"
import type { Progress } from "./use-sending"

const told = { onPause: vi.fn(), onResume: vi.fn(), onCancel: vi.fn() }
const show = (progress: Progress, allBytes = 3_000_000_000) =>
  render(
    <MantineProvider>
      <SendingBar progress={progress} allBytes={allBytes} {...told} />
    </MantineProvider>,
  )

it("tells how much was sent, how fast, and how long the rest takes", () => {
  show({ phase: "sending", bytes: 1_200_000_000, pace: 1_000_000 })

  expect(screen.getByText("1.2 GB of 3.0 GB · 1.0 MB a second · about 30 minutes left")).toBeTruthy()
})

it("says that a broken line loses nothing", () => {
  show({ phase: "broken", bytes: 1_200_000_000, pace: null })

  expect(screen.getByRole("status").textContent).toContain("What has arrived is kept")
})

it("is paused and goes on", async () => {
  const { rerender } = show({ phase: "sending", bytes: 10, pace: null })
  await userEvent.click(screen.getByRole("button", { name: "Pause" }))
  rerender(
    <MantineProvider>
      <SendingBar progress={{ phase: "paused", bytes: 10, pace: null }} allBytes={20} {...told} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole("button", { name: "Go on" }))

  expect(told.onPause).toHaveBeenCalledOnce()
  expect(told.onResume).toHaveBeenCalledOnce()
})

it("offers nothing to cancel once all is sent and being read", () => {
  show({ phase: "reading", bytes: 10, pace: null })

  expect(screen.queryByRole("button")).toBeNull()
})

it("tells how the server gets on with looking through it, which can be cancelled", async () => {
  const check = { state: "running" as const, progress: 0.4, step: "Checking that it is whole" }
  show({ phase: "checking", bytes: 10, pace: null, check })
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }))

  expect(screen.getByRole("status").textContent).toContain("Checking that it is whole")
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40")
  expect(told.onCancel).toHaveBeenCalledOnce()
})

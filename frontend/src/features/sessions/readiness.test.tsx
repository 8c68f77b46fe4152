import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import type { Study } from "../../api/types"
import { Readiness } from "./readiness"

async function show(sessions_ready: number, sessions_without_consent: number) {
  const counts = { sessions: 2, sessions_ready, sessions_without_consent } as Study["counts"] // Only these are read.
  const page = () => (
    <p>
      <Readiness study={{ slug: "pilot", counts }} />
    </p>
  )
  const routeTree = createRootRoute({ component: page })
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  return (await screen.findByRole("paragraph")).textContent
}

test("sessions without consent are told apart, with the way to record it", async () => {
  expect(await show(1, 1)).toBe("1 of 2 sessions ready to be labelled. 1 session without consent to label: People")
  expect(screen.getByRole("link", { name: "People" }).getAttribute("href")).toBe("/studies/pilot/people")
})

test("where everyone agrees, nothing is said of consent", async () => {
  expect(await show(2, 0)).toBe("2 of 2 sessions ready to be labelled.")
})

import { MantineProvider } from "@mantine/core"
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { render, screen, within } from "@testing-library/react"
import { expect, it } from "vitest"

import { MyAssignments } from "./my-assignments"
import { openWorkspace } from "./workspace/test-workspace"

it("offers a pass that waits for another one without a link, and says for which", async () => {
  const words = openWorkspace({ pass_kind: "words" }).assignment
  const face = openWorkspace({ pass_kind: "face", waits_for: "words" }).assignment
  const more = { has: false, isLoading: false, load: () => undefined }
  const page = () => (
    <MantineProvider>
      <MyAssignments assignments={[words, face]} more={more} />
    </MantineProvider>
  )
  render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })}
    />,
  )

  const waiting = within((await screen.findByText("closed until your pass “words alone” is done")).closest("tr")!)

  expect(waiting.queryByRole("link")).toBeNull()
  expect(screen.getAllByRole("link")).toHaveLength(1)
})

import { MantineProvider } from "@mantine/core"
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import { BegunNotice } from "./begun-notice"

function show(n_ratings: number, raters: string[]) {
  const page = () => (
    <MantineProvider>
      <p>Agreement</p>
      <BegunNotice slug="pilot" begun={{ n_ratings, raters }} />
    </MantineProvider>
  )
  render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })}
    />,
  )
}

test("ratings that are not finished are told with whose they are and where to look", async () => {
  show(12, ["R1", "R3", "R4"])

  expect(await screen.findByText("12 ratings are not finished yet, by R1, R3 and R4.")).toBeDefined()
  expect(screen.getByRole("link", { name: "See whose passes are open" }).getAttribute("href")).toBe(
    "/studies/pilot/raters",
  )
})

test("where everything begun is finished, nothing is said", async () => {
  show(0, [])

  await screen.findByText("Agreement")
  expect(screen.queryByRole("link")).toBeNull()
})

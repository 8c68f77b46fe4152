/** Pages while this computer has no connection. */

import { notifications } from "@mantine/notifications"
import { onlineManager } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from "@tanstack/react-router"
import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { renderRouter } from "../test-router"
import { useLogOut } from "./log-out"
import { queryClient } from "./query-client"
import { StudyLayout } from "./study-layout"

const fetched = vi.fn(async () => {
  throw new TypeError("Failed to fetch")
})

beforeEach(() => {
  notifications.clean()
  queryClient.clear()
  fetched.mockClear()
  vi.stubGlobal("fetch", fetched)
  onlineManager.setOnline(false)
})
afterEach(() => onlineManager.setOnline(true))

const CANNOT_BE_REACHED = /cannot be reached/

test("who logs out is told that they are not, and are not logged out later", async () => {
  const root = createRootRoute({
    component: () => {
      const { logOut, dialog } = useLogOut()
      return (
        <>
          <button onClick={logOut}>Log out</button>
          {dialog}
        </>
      )
    },
  })
  renderRouter(createRouter({ routeTree: root, history: createMemoryHistory() }), queryClient)
  await userEvent.click(await screen.findByRole("button", { name: "Log out" }))

  expect(await screen.findByText(CANNOT_BE_REACHED)).toBeTruthy()
  const tried = fetched.mock.calls.length
  onlineManager.setOnline(true)
  expect(fetched.mock.calls.length).toBe(tried)
})

test("a study that was not loaded yet says that it cannot be, and is not an empty page", async () => {
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" })
  const study = createRoute({ getParentRoute: () => signedIn, path: "studies/$slug", component: StudyLayout })
  const routeTree = root.addChildren([signedIn.addChildren([study])])
  const history = createMemoryHistory({ initialEntries: ["/studies/couples-pilot"] })
  renderRouter(createRouter({ routeTree, history }), queryClient)

  expect(await screen.findByText(CANNOT_BE_REACHED, {}, { timeout: 8000 })).toBeTruthy()
})

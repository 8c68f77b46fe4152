import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { QueryClient } from "@tanstack/react-query"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { act } from "react"
import { expect, test, vi } from "vitest"

import { meQuery } from "../../api/queries"
import type { Me } from "../../api/types"
import { renderRouter } from "../../test-router"
import { LogInAgain } from "./log-in-again"

const ASHA: Me = {
  user: { username: "asha", name: "Asha", may_create_studies: false, is_demo: false },
  memberships: [],
  held_back: [],
}

test("a log-in that ends takes no key from whoever types on, and asks only when it is pressed", async () => {
  const sent: string[] = []
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit = {}) => {
    if (method === "POST") sent.push(address)
    return Response.json(ASHA)
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(meQuery.queryKey, ASHA)
  const root = createRootRoute({
    component: () => (
      <>
        <textarea aria-label="Comment" />
        <LogInAgain />
      </>
    ),
  })
  renderRouter(createRouter({ routeTree: root, history: createMemoryHistory() }), client)
  const comment = await screen.findByLabelText<HTMLTextAreaElement>("Comment")
  const user = userEvent.setup()
  await user.type(comment, "1")

  act(() => client.setQueryData(meQuery.queryKey, { ...ASHA, user: null }))
  expect((await screen.findByRole("alert")).textContent).toMatch(/You are logged out/)
  await user.keyboard("3{Enter}")

  expect(comment.value).toBe("13\n")
  expect(sent).toEqual([])
  expect(screen.queryByLabelText("Password")).toBeNull()
  await user.click(screen.getByRole("button", { name: "Log in" }))
  const password = await screen.findByLabelText("Password")
  await waitFor(() => expect(document.activeElement).toBe(password))
  await user.keyboard("a quiet room{Enter}")

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(sent).toEqual(["/api/v1/log-in/"])
})

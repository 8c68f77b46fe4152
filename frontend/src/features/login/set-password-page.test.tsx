import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it, vi } from "vitest"

import { SetPasswordPage } from "./set-password-page"

const OVER = { code: "link_not_valid", message: "This link no longer works." }
const ME = {
  user: { username: "gil", name: "Gil", may_create_studies: false, is_demo: false },
  memberships: [],
  held_back: [],
}

function open(hash: string, answer: (path: string, body: unknown) => Response) {
  const asked: string[] = []
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    asked.push(path)
    return path.endsWith("/me/")
      ? Response.json({ user: null, memberships: [], held_back: [] })
      : answer(path, JSON.parse(body ?? "{}"))
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: "/set-password", component: SetPasswordPage })
  const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <p>All studies</p> })
  const router = createRouter({
    routeTree: root.addChildren([page, home]),
    history: createMemoryHistory({ initialEntries: [`/set-password${hash}`] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return asked
}

it("sets the password of the link's person, who is then logged in", async () => {
  const bodies: unknown[] = []
  open("#a-token", (path, body) => {
    bodies.push(body)
    if (path.endsWith("/password/")) return Response.json(ME)
    return Response.json({ username: "gil", name: "Gil", is_invitation: true, expires_at: "2026-12-08T09:00:00Z" })
  })

  expect(await screen.findByText(/Welcome, Gil/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText("New password"), "another quiet room")
  await userEvent.click(screen.getByRole("button", { name: "Set password and log in" }))

  expect(await screen.findByText("All studies")).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ token: "a-token", password: "another quiet room" })
})

it("says what to do where the link no longer works", async () => {
  open("#used", () => Response.json(OVER, { status: 410 }))

  expect((await screen.findByRole("alert")).textContent).toMatch(/Ask the person who sent it for a new link/)
  expect(screen.getByRole("link", { name: /Log in/ })).toBeTruthy()
})

it("asks the server for nothing without a link", async () => {
  const asked = open("", () => Response.json(OVER, { status: 410 }))

  expect(await screen.findByRole("alert")).toBeTruthy()
  expect(asked).toEqual([])
})

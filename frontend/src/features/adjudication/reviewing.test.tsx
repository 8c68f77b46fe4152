import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"

import type { ReviewItem } from "../../api/adjudication"
import { renderRouter } from "../../test-router"
import { Reviewing } from "./reviewing"
import { codebook } from "./test-codebook"

const item = (position: number): ReviewItem => ({
  id: 40 + position,
  position,
  session: { id: 1, key: "S001" },
  turn: { id: `turn-${position}`, position, start_ms: null, end_ms: null, text: `Words ${position}.` },
  context: [],
  why_not_play: "There is no recording.",
  why_not_label: "",
  consensus: { incongruence: "none" },
  votes: null,
  my_verdict: null,
})

async function show() {
  const root = createRootRoute({ component: Outlet })
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Outlet })
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: "studies/$slug/review/$id",
    validateSearch: (search: Record<string, unknown>) => ({ item: Number(search.item) || undefined }),
    component: () => <Reviewing codebook={codebook} items={[item(1), item(2)]} sampleId={3} isExpert />,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ["/studies/pilot/review/3"] }),
  })
  renderRouter(router)
  await screen.findByText("Words 1.")
  return userEvent.setup()
}

test("half a dispute waits at its turn while an expert looks at another one, and that is said", async () => {
  const user = await show()
  await user.keyboard("d1")

  await user.keyboard("n")
  await screen.findByText("Words 2.")
  expect(screen.queryByRole("radio")).toBeNull()
  expect(await screen.findByText(/Your dispute of S001 · turn 2 is not saved yet/)).toBeTruthy()
  await user.keyboard("p")

  await screen.findByText("Words 1.")
  expect(screen.getByRole("radio", { name: /whether there is incongruence/, checked: true })).toBeTruthy()
})

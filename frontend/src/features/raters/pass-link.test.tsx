import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { screen } from "@testing-library/react"
import { expect, test } from "vitest"

import type { Assignment } from "../../api/types"
import { renderRouter } from "../../test-router"
import { PassLink } from "./pass-link"

const pass: Assignment = {
  ...{ id: 7, rater: "R1", pass_kind: "words", n_turns: 10, n_complete: 0, n_to_confirm: 0, may_label: true },
  ...{ done_at: null, created_at: "2026-05-02T09:00:00Z", updated_at: null, waits_for: null },
  session: { id: 1, key: "S001", title: "", duration_ms: null, has_video: false },
}

async function show(assignment: Assignment) {
  const root = createRootRoute({ component: () => <PassLink assignment={assignment} /> })
  renderRouter(createRouter({ routeTree: root, history: createMemoryHistory() }))
  await screen.findByText("words alone")
}

test("a pass is opened by its name, which says to screen readers whose it is", async () => {
  await show(pass)

  const link = screen.getByRole("link", { name: "Look at the pass of R1 through S001, words alone" })
  expect(link.getAttribute("href")).toBe("/assignments/7")
})

test("nobody is led to a pass whose session may not be labelled", async () => {
  await show({ ...pass, may_label: false })

  expect(screen.queryByRole("link")).toBeNull()
})

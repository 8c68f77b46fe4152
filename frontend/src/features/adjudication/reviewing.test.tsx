import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { testClip } from "../../components/test-clip"
import { useQuery } from "@tanstack/react-query"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"

import type { ReviewItem } from "../../api/adjudication"
import { renderRouter } from "../../test-router"
import { reviewQueries } from "./queries"
import { Reviewing } from "./reviewing"
import { codebook } from "./test-codebook"

const item = (position: number, changes: Partial<ReviewItem> = {}): ReviewItem => ({
  id: 40 + position,
  position,
  session: { id: 1, key: "S001" },
  turn: { id: `turn-${position}`, position, text: `Words ${position}.` },
  clip: testClip(null, null),
  context: [],
  why_not_play: "There is no recording.",
  why_not_label: "",
  is_opened: false,
  consensus: null,
  votes: null,
  my_verdict: null,
  ...changes,
})

const verdict = {
  ...{ id: 7, number: 1, kind: "labels" as const, comment: "", is_blind: true, given_at: "2026-05-02T10:00:00Z" },
  labels: [{ construct: "incongruence", value: "none" }],
}
const noted = {
  ...{ rater: "R1", pass_kind: "words" as const, cannot_judge: "", comment: "Her jaw is set." },
  evidence: [{ quote: "", is_gone: false, start_ms: 300, end_ms: 1200 }],
}
const opened: Partial<ReviewItem> = {
  is_opened: true,
  consensus: { incongruence: "contradiction" },
  votes: [
    { rater: "R1", scores: { incongruence: "contradiction" }, cannot_judge: {}, notes: [noted] },
    { rater: "R2", scores: {}, cannot_judge: { incongruence: "The face is hidden." }, notes: [] },
  ],
}

const sent = vi.fn()

async function show() {
  const items = [item(1), item(2)]
  sent.mockClear()
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (init.method !== "POST") return Response.json(address.includes("/items/") ? items : {})
    sent(address.replace("/api/v1/", ""), init.body ? JSON.parse(String(init.body)) : null)
    return Response.json(item(1, { my_verdict: verdict, ...(address.includes("/opening/") ? opened : {}) }), {
      status: 201,
    })
  })
  function Page() {
    const found = useQuery(reviewQueries.items(3)).data
    return found ? <Reviewing codebook={codebook} items={found} sampleId={3} isExpert /> : null
  }
  const root = createRootRoute({ component: Outlet })
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Outlet })
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: "studies/$slug/review/$id",
    validateSearch: (search: Record<string, unknown>) => ({ item: Number(search.item) || undefined }),
    component: Page,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ["/studies/pilot/review/3"] }),
  })
  renderRouter(router)
  await screen.findByText("Words 1.")
  return userEvent.setup()
}

test("half a verdict waits at its turn while an expert looks at another one, and that is said", async () => {
  const user = await show()
  await user.keyboard("2")

  await user.keyboard("n")
  await screen.findByText("Words 2.")
  expect(screen.queryByRole("radio", { checked: true })).toBeNull()
  expect(await screen.findByText(/Your verdict on S001 · turn 2 is not saved yet/)).toBeTruthy()
  await user.keyboard("p")

  await screen.findByText("Words 1.")
  expect(screen.getByRole("radio", { name: /minimizing/i, checked: true })).toBeTruthy()
})

test("the raters' answers are seen after one's own verdict, by a key of their own, and then they are marked", async () => {
  const user = await show()
  expect(screen.queryByText("Raters’ consensus")).toBeNull()

  await user.keyboard("1{Enter}")
  expect(await screen.findByText(/hidden until you open them/)).toBeTruthy()
  expect(screen.queryByText("R1")).toBeNull()
  await user.keyboard("o")

  expect(await screen.findByRole("columnheader", { name: "R1" })).toBeTruthy()
  expect(screen.getByText("R2 cannot judge: The face is hidden.")).toBeTruthy()
  expect(screen.getByLabelText("What the raters noted").textContent).toBe("R1 words alone0:00.3–0:01.2Her jaw is set.")
  expect(sent.mock.calls.map(([address]) => address)).toEqual(["review-items/41/verdict/", "review-items/41/opening/"])
  await user.keyboard("c")
  expect(screen.getByText("It will be marked as changed after you saw the raters’ answers.")).toBeTruthy()
  await user.keyboard("{Escape}3{Enter}")
  await waitFor(() =>
    expect(sent).toHaveBeenLastCalledWith(
      "review-items/41/verdict/",
      expect.objectContaining({ labels: { incongruence: "contradiction" }, corrects: 7 }),
    ),
  )
})

test("the focus stays with the work when a verdict is saved", async () => {
  const user = await show()
  await user.click(screen.getByRole("radio", { name: /minimizing/i }))

  await user.click(screen.getByRole("button", { name: /^Save the verdict/ }))
  await screen.findByText(/hidden until you open them/)

  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test("the focus stays at the work after a verdict, when it is changed, and after Escape from the comment", async () => {
  const user = await show()
  const work = () => screen.getByRole("heading", { name: "Your verdict" }).closest("section")
  await user.keyboard("1")
  await user.click(screen.getByLabelText(/Comment/))
  await user.keyboard("{Escape}")
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "none", checked: true }))

  await user.click(screen.getByRole("button", { name: /^Save/ }))
  await user.click(await screen.findByRole("button", { name: /^Change/ }))
  await screen.findByRole("button", { name: /^Save/ })

  await waitFor(() => expect(work()?.contains(document.activeElement)).toBe(true))
})

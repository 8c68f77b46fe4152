import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"

import { testClip } from "../../components/test-clip"
import { renderRouter } from "../../test-router"
import { DisagreementsPage } from "./disagreements-page"
import { codebook } from "./test-codebook"

const FINE = { quote: "fine", is_gone: false, start_ms: null, end_ms: null }
const notesOf = (rater: string, noted: object) => ({
  ...{ rater, pass_kind: "together", cannot_judge: "", comment: "", evidence: [] },
  ...noted,
})
const row = (position: number) => ({
  turn: { id: `turn-${position}`, position, text: `Words ${position}.` },
  clip: testClip(null, null),
  session: { id: 1, key: "S001" },
  context: [],
  ...{ construct: "incongruence", construct_label: "Incongruence", why: ["tie"], is_open: true },
  ...{ why_not_play: "There is no recording.", why_not_label: "", verdicts: [], consensus: null, gold: null },
  votes: [
    { rater: "R1", value: "none", notes: notesOf("R1", { comment: "Her jaw is set.", evidence: [FINE] }) },
    { rater: "R2", value: "contradiction", notes: null },
    { rater: "R3", value: null, notes: notesOf("R3", { cannot_judge: "The face is hidden." }) },
  ],
})

const TALLY = {
  ...{ n_ties: 0, n_uncalled: 0, n_tied: 0, n_far_apart: 0, n_objected: 0, n_overruled: 0 },
  ...{ n_open: 0, n_waiting: 0, n_settled: 0, n_gold: 0, n_to_accept: 0, n_few_raters: 0, accepting: null },
}

// jsdom lays nothing out, so it scrolls nothing either.
Element.prototype.scrollIntoView = () => undefined

async function show({ directionAppears = false } = {}) {
  let open = [row(1), row(2)]
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      const direction = { ...row(1), construct: "direction", construct_label: "Direction" }
      const wasOpen = open
      open = open.filter(({ turn }) => !address.includes(turn.id))
      if (directionAppears && wasOpen.length === 2) open = [direction, ...open]
      return Response.json({}, { status: 201 })
    }
    if (address.includes("/codebook/")) return Response.json(codebook)
    if (address.includes("/disagreements/?")) return Response.json({ next: null, previous: null, results: open })
    if (address.includes("/tally/")) return Response.json(TALLY)
    return Response.json({})
  })
  const root = createRootRoute({
    component: () => (
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    ),
  })
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Outlet })
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: "studies/$slug/disagreements",
    component: DisagreementsPage,
  })
  const history = createMemoryHistory({ initialEntries: ["/studies/pilot/disagreements"] })
  renderRouter(createRouter({ routeTree: root.addChildren([signedIn.addChildren([page])]), history }))
  await screen.findByRole("heading", { name: "S001 · turn 2" })
  return userEvent.setup()
}

test("what was settled hands the focus to the next one's choices, and the last one to the page", async () => {
  const user = await show()

  await user.keyboard("1")
  await user.keyboard("heard twice{Enter}")
  await screen.findByRole("heading", { name: "S001 · turn 3" })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("radio", { name: /none/ })))
  await user.keyboard("3")
  await user.keyboard("heard twice{Enter}")

  await screen.findByText("No disagreement is open")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")))
})

test("Escape in the reason leads back to the choices, where keys pick", async () => {
  const user = await show()
  await user.keyboard("1")
  await user.keyboard("3{Escape}")

  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /none/, checked: true }))
  await user.keyboard("3")

  expect(screen.getByRole("radio", { name: /contradiction/, checked: true })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason/).value).toBe("3")
})

test("beside each vote stands what its rater noted, and who could not judge says why", async () => {
  await show()

  const votes = screen.getByLabelText("What the raters said")
  expect([...votes.children].map(({ textContent }) => textContent)).toEqual([
    "R1none“fine”Her jaw is set.",
    "R2contradiction",
    "R3R3 cannot judge: The face is hidden.",
  ])
})

test("a decision that calls for another question of its turn leads on to that one", async () => {
  const user = await show({ directionAppears: true })

  await user.keyboard("3")
  await user.keyboard("heard twice{Enter}")

  expect(await screen.findByRole("heading", { name: "Direction" })).toBeTruthy()
  expect(screen.getByRole("heading", { name: "S001 · turn 2" })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("radio"))
})

test("J takes the focus along in the list, so that Space opens no other row", async () => {
  const user = await show()
  const [first, second] = screen.getAllByRole("button", { name: /Words \d/ })
  while (document.activeElement !== first) await user.tab()

  await user.keyboard("j")
  await screen.findByRole("heading", { name: "S001 · turn 3" })
  expect(document.activeElement).toBe(second)
  await user.keyboard(" ")

  expect(screen.getByRole("heading", { name: "S001 · turn 3" })).toBeTruthy()
})

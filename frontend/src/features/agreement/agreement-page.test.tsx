import { QueryClient } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { Suspense } from "react"
import { expect, test, vi } from "vitest"

import { renderRouter } from "../../test-router"
import { AgreementPage } from "./agreement-page"

const estimate = { value: 0.6, low: 0.5, high: 0.7, n_units: 40, n_raters: 2, why_undefined: "", resampled: "clients" }
const figuresOf = (pass: string, key: string) => ({
  ...{ pass, as_of: "2026-12-01T14:02:00Z", headline: `Figures of ${pass}`, text: "" },
  ...{
    n_sessions: 2,
    n_turns: 40,
    n_raters: 2,
    resampled: "clients",
    n_clusters: 2,
    bootstrap: 1000,
    begun: { n_ratings: 0, raters: [] },
  },
  constructs: [
    {
      key,
      label: key,
      scale: "nominal",
      reading: "tentative",
      coefficient: "alpha",
      main: estimate,
      beside: {},
      bars: [],
    },
  ],
})

test("while another pass comes, no construct is asked for that it does not have", async () => {
  const asked: string[] = []
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address.replace("/api/v1/studies/pilot/", ""))
    const pass = new URL(address, "http://localhost").searchParams.get("pass") ?? ""
    if (/agreement\/\?/.test(address)) {
      // Time enough for the page to be drawn with the old figures under the new choice.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return Response.json({
        figures: figuresOf(pass, pass === "words" ? "valence_words" : "incongruence"),
        is_stale: false,
        job: null,
      })
    }
    return Response.json({ figures: null, is_stale: false, job: null })
  })
  const client = new QueryClient()
  client.setQueryData(["study", "pilot"], { slug: "pilot", has_channel_passes: true })
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  })
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: Outlet })
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: "studies/$slug/agreement",
    validateSearch: ({ pass }: Record<string, unknown>) => ({
      pass: pass === "words" ? ("words" as const) : undefined,
    }),
    component: AgreementPage,
  })
  const history = createMemoryHistory({ initialEntries: ["/studies/pilot/agreement"] })
  renderRouter(createRouter({ routeTree: root.addChildren([signedIn.addChildren([page])]), history }), client)
  await screen.findByText("Figures of together")

  await userEvent.setup().click(screen.getByText("Words alone"))
  await screen.findByText("Figures of words")

  await waitFor(() => expect(asked).toContain("agreement/valence_words/?pass=words"))
  expect(asked.filter((each) => /agreement\/[a-z]/.test(each))).toEqual([
    "agreement/incongruence/?pass=together",
    "agreement/valence_words/?pass=words",
  ])
})

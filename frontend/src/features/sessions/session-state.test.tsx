import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import type { Session } from "../../api/corpus"
import { SessionState } from "./session-state"

type Known = Pick<Session, "key" | "state" | "job" | "consent">

const shown = (consent: Session["consent"]) => {
  const session: Known = { key: "S002", state: "ready", job: null, consent }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionState session={session} />
    </QueryClientProvider>,
  )
}

test("a session is not ready while consent to see or to label it is lacking", () => {
  shown({ view: true, annotate: false, train: true })
  expect(screen.getByText("no consent")).toBeTruthy()
  expect(screen.queryByText("ready")).toBeNull()
})

test("a session that may be labelled and not trained on is ready to be labelled", () => {
  shown({ view: true, annotate: true, train: false })
  expect(screen.getByText("ready")).toBeTruthy()
})

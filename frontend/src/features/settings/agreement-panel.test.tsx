import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"

import { studyWith } from "../../app/test-study"
import { AgreementPanel } from "./agreement-panel"

const sent = vi.fn()

function show(mayChange = true) {
  const study = studyWith({}, { raters_per_turn: 2, far_apart: { "5": 2, "9": 3 } })
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    sent(JSON.parse(String(init.body)))
    return Response.json(study)
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <AgreementPanel study={study} mayChange={mayChange} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test("a lead sets from which distance numbers are a disagreement", async () => {
  show()
  const field = screen.getByRole("textbox", { name: /1 to 9/ })

  await userEvent.clear(field)
  await userEvent.type(field, "4")
  await userEvent.click(screen.getByRole("button", { name: "Save" }))

  await waitFor(() => expect(sent).toHaveBeenCalledWith({ raters_per_turn: 2, far_apart: { "5": 2, "9": 4 } }))
})

test("a steward reads it", () => {
  show(false)

  expect(screen.queryByRole("button", { name: "Save" })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /1 to 5/ }).disabled).toBe(true)
})

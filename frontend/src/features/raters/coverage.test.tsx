import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it } from "vitest"

import type { Session } from "../../api/corpus"
import type { Study } from "../../api/types"
import { Coverage } from "./coverage"
import type { Rater } from "./queries"
import { texts } from "./texts"

const rater = (pseudonym: string): Rater => ({ pseudonym, kind: "person", name: null })
// Only what the coverage is told by.
const study = { slug: "pilot", raters_per_turn: 1, are_raters_blind: true, has_channel_passes: false } as Study
const waiting = (n: number) => ({ counts: { raters_without_number: n } }) as Pick<Study, "counts">
const session = { id: 1, key: "S001", title: "", consent: { view: true, annotate: true, train: true } } as Session

const show = (nPresent: number, ratersPerTurn: number, nWaiting = 0) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Coverage
          study={{ ...study, ...waiting(nWaiting), raters_per_turn: ratersPerTurn }}
          raters={[rater("R1"), rater("R2")]}
          nPresent={nPresent}
          assignments={[]}
          sessions={[session]}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )

it("counts the raters who are there, without one who was removed", async () => {
  show(1, 1)

  await userEvent.click(screen.getByRole("button", { name: texts.distribute }))

  expect(await screen.findByText(/Each session gets 1 rater for each pass, of 1\./)).toBeTruthy()
})

it("assigns nobody where those who are left are too few", () => {
  show(1, 2)

  expect(screen.getByText(texts.coverage.tooFew(1, 2))).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>("button", { name: texts.distribute }).disabled).toBe(true)
})

it.each([
  [1, texts.waitingAlone],
  [2, texts.waitingTogether],
])("says what %i raters who get their numbers now tell a blind lead", async (nWaiting, told) => {
  show(2, 1, nWaiting)

  await userEvent.click(screen.getByRole("button", { name: texts.distribute }))

  expect((await screen.findByRole("note")).textContent).toBe(`${texts.waiting(nWaiting)} ${told}`)
})

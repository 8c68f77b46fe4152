import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it } from "vitest"

import type { Session } from "../../api/corpus"
import type { Study } from "../../api/types"
import { AssignDialog } from "./assign-dialog"
import { raterQueries, type Exclusion, type Rater } from "./queries"
import { texts } from "./texts"

const rater = (pseudonym: string): Rater => ({ pseudonym, kind: "person", name: null })
const session = (id: number) => ({ id, key: `S00${id}`, title: "", consent: { annotate: true } }) as Session
// Only what the dialog reads of it.
const study = { slug: "pilot", raters_per_turn: 1, are_raters_blind: true, has_channel_passes: false } as Study
const waiting = (n: number) => ({ counts: { raters_without_number: n } }) as Pick<Study, "counts">

const show = (exclusions: Exclusion[], nWaiting = 0) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  queryClient.setQueryData(raterQueries.exclusions("pilot").queryKey, exclusions)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <AssignDialog
          study={{ ...study, ...waiting(nWaiting) }}
          raters={[rater("R1"), rater("R2")]}
          sessions={[session(1), session(2)]}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const open = (label: string) => userEvent.click(screen.getByRole("combobox", { name: label }))
const offered = (name: string) => screen.findByRole("option", { name })

it("does not offer a rater who has opened the chosen session already", async () => {
  show([{ rater: "R1", session: 2, pass_kinds: ["together", "words", "face"] }])

  await open(texts.sessions)
  await userEvent.click(await offered("S002"))
  await open(texts.raters)

  expect((await offered(`R1 (${texts.tooLate(["S002"])})`)).getAttribute("data-combobox-disabled")).toBe("true")
  expect((await offered("R2")).getAttribute("data-combobox-disabled")).toBeNull()
  expect(screen.getByText(texts.tooLateNote)).toBeTruthy()
})

it("offers who has opened it for the pass through words and face together", async () => {
  show([{ rater: "R1", session: 2, pass_kinds: ["words", "face"] }])

  await open(texts.sessions)
  await userEvent.click(await offered("S002"))
  await open(texts.raters)

  expect((await offered("R1")).getAttribute("data-combobox-disabled")).toBeNull()
  expect(screen.queryByText(texts.tooLateNote)).toBeNull()
})

it("offers to draw numbers for those who have none", () => {
  show([], 2)

  expect(screen.getByRole("button", { name: texts.drawNumbers })).toBeTruthy()
  expect(screen.getByRole("note").textContent).toBe(`${texts.waiting(2)} ${texts.waitingTogether}`)
})

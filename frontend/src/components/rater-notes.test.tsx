import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"

import { NotesOfRaters, RaterNotes, type Notes } from "./rater-notes"

const nothing = { rater: "R1", pass_kind: "together" as const, cannot_judge: "", comment: "", evidence: [] }
const words = (quote: string, is_gone = false) => ({ quote, is_gone, start_ms: null, end_ms: null })
const show = (notes: Notes) => render(<RaterNotes notes={notes} />, { wrapper: MantineProvider })

test("marked words, words that are gone and moments are told apart", () => {
  const moment = { quote: "", is_gone: false, start_ms: 12_400, end_ms: null }
  show({ ...nothing, evidence: [words("fine"), words("never", true), moment, { ...moment, end_ms: 13_000 }] })

  expect(screen.getByRole("list", { name: "Evidence of R1" })).toBeTruthy()
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "“fine”",
    "“never” (no longer in the turn)",
    "0:12.4",
    "0:12.4–0:13.0",
  ])
})

test("a long comment and many marks are shown in part, and whole once asked for", async () => {
  const comment = "A sentence of the rater. ".repeat(80).trim()
  show({ ...nothing, comment, evidence: Array.from({ length: 30 }, (_, n) => words(`word ${n}`)) })
  const few = screen.getAllByRole("listitem").length
  const cut = screen.getByText(/^A sentence/).textContent

  await userEvent.setup().click(screen.getByRole("button", { name: "Show all of what R1 noted" }))

  expect(few).toBe(6)
  expect(cut!.length).toBeLessThan(310)
  expect(screen.getAllByRole("listitem")).toHaveLength(30)
  expect(screen.getByText(comment)).toBeTruthy()
  expect(screen.getByRole("button", { name: "Show less of what R1 noted" })).toBeTruthy()
})

test("the notes of several raters name each, with the pass where it is of one channel", () => {
  const ofWords = { ...nothing, rater: "R2", pass_kind: "words" as const, comment: "Flat." }
  render(<NotesOfRaters notes={[{ ...nothing, comment: "Her jaw." }, ofWords]} />, { wrapper: MantineProvider })

  expect(screen.getAllByRole("term").map(({ textContent }) => textContent?.trim())).toEqual(["R1", "R2 words alone"])
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(["Her jaw.", "Flat."])
})

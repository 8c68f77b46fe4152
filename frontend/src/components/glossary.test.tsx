import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, it } from "vitest"

import { Glossary } from "./glossary"

it("opens to a sentence for each figure", async () => {
  render(<Glossary summary="What the figures mean" entries={[["MCC", "0 is chance."]]} />)
  const details = screen.getByRole<HTMLDetailsElement>("group")
  expect(details.open).toBe(false)

  await userEvent.click(screen.getByText("What the figures mean"))

  expect(details.open).toBe(true)
  expect(screen.getByRole("definition").textContent).toBe("0 is chance.")
})

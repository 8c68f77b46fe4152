import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"

import { studyWith } from "./test-study"
import { UnblindedNotice } from "./unblinded-notice"

it("tells raters since when leads see who they are", () => {
  render(<UnblindedNotice study={studyWith({}, { are_raters_blind: false, unblinded_at: "2026-05-02T09:00:00Z" })} />)

  expect(screen.getByText("Since 2 May 2026, the leads of this study can see who gave which label.")).toBeTruthy()
  expect(screen.getByText(/also applies to what you labelled before/)).toBeTruthy()
})

it("says nothing while leads see pseudonyms", () => {
  const { container } = render(<UnblindedNotice study={studyWith({})} />)

  expect(container.textContent).toBe("")
})

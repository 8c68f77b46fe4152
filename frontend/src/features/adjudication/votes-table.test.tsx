import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import type { ReviewItem } from "../../api/adjudication"
import { codebook } from "./test-codebook"
import { VotesTable } from "./votes-table"

test("a missing answer says whether its rater could not judge, was not asked, or did not have the pass", () => {
  const nothing = { scores: {}, cannot_judge: {}, notes: [] }
  const hidden = { incongruence: "The face is hidden.", direction: "The face is hidden." }
  const votes: NonNullable<ReviewItem["votes"]> = [
    { ...nothing, rater: "R1", scores: { incongruence: "contradiction", direction: "opposed" } },
    { ...nothing, rater: "R2", scores: { incongruence: "none" } },
    { ...nothing, rater: "R3", cannot_judge: hidden },
    { ...nothing, rater: "R4", scores: { valence_face: "2" } },
  ]
  render(<VotesTable codebook={codebook} votes={votes} />, { wrapper: MantineProvider })

  const cells = (row: number) =>
    [...screen.getAllByRole("row")[row]!.querySelectorAll("td")].map((it) => it.textContent)
  expect(cells(1)).toEqual(["contradiction", "none", "cannot judge", "–"])
  expect(cells(2)).toEqual(["opposed", "not asked", "cannot judge", "–"])
  expect(screen.getByText("R3 cannot judge: The face is hidden.")).toBeTruthy()
})

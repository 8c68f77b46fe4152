import { MantineProvider } from "@mantine/core"
import { render, screen, within } from "@testing-library/react"
import { expect, test } from "vitest"

import type { ConstructDetail } from "../../api/agreement"
import { CoefficientsTable } from "./coefficients-table"

const REASON = "it needs every rater on every turn; 167 of 167 turns lack a rating"
const estimate = (value: number | null) => ({
  value,
  low: null,
  high: null,
  n_units: 167,
  why_undefined: value === null ? REASON : null,
})

test("coefficients that lack a value for one reason share a line", () => {
  // Only what the table reads of a construct.
  const detail = {
    coefficient: "icc_a_1",
    bars: [],
    estimates: {
      alpha: estimate(0.87),
      kendall_w: estimate(null),
      icc_a_1: estimate(0.88),
      cronbach_alpha: estimate(null),
    },
  } as unknown as ConstructDetail
  render(
    <MantineProvider>
      <CoefficientsTable detail={detail} />
    </MantineProvider>,
  )

  const [, ...rows] = screen.getAllByRole("row")
  expect(rows).toHaveLength(3)
  expect(within(rows[2]!).getByRole("cell").textContent).toBe(
    `Kendall’s W, Cronbach’s alpha: cannot be computed: ${REASON}`,
  )
})

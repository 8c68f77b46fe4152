import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"

import type { Estimate } from "../api/types"
import { IntervalBar } from "./estimate-cell"

const estimate = (value: number, low: number | null, high: number | null): Estimate => ({
  value,
  low,
  high,
  n_units: 40,
  n_raters: 2,
  resampled: "session",
  n_clusters: 8,
  bootstrap: 2000,
  undefined_resamples: 0,
  seed: 0,
  why_undefined: null,
  why_no_interval: low === null ? "too few" : null,
})

test("a value below the drawn line has an arrow and is no point at its end", () => {
  const { container } = render(<IntervalBar estimate={estimate(-0.3, -0.5, 0.1)} />)

  expect(screen.getByText("below 0")).toBeTruthy()
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("−.30, below 0, 95 % interval −.50 to .10")
  expect(container.querySelector("circle")).toBeNull()
})

test("an interval that lies below the line altogether is not drawn on it", () => {
  const { container } = render(<IntervalBar estimate={estimate(-0.3, -0.5, -0.1)} />)

  expect(container.querySelectorAll("line")).toHaveLength(1)
})

test("zero itself is a point", () => {
  const { container } = render(<IntervalBar estimate={estimate(0, null, null)} />)

  expect(container.querySelector("circle")).not.toBeNull()
  expect(screen.queryByText("below 0")).toBeNull()
})

test("an interval that reaches below the line says so by an arrow at its end", () => {
  const { container } = render(<IntervalBar estimate={estimate(0.1, -0.2, 0.4)} />)

  expect(container.querySelectorAll("path")).toHaveLength(1)
  expect(container.querySelector("circle")).not.toBeNull()
})

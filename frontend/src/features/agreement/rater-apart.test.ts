import { describe, expect, it } from "vitest"

import { raterApart } from "./rater-apart"

const pairs = (matrix: (number | null)[][]) => ({
  coefficient: "cohen_kappa",
  raters: matrix.map((_, index) => `R${index + 1}`),
  matrix,
})

describe("the rater who stands apart", () => {
  it("is the one whose kappas with all others are clearly lower", () => {
    const matrix = [
      [null, 0.66, 0.41, 0.63],
      [0.66, null, 0.44, 0.68],
      [0.41, 0.44, null, 0.39],
      [0.63, 0.68, 0.39, null],
    ]

    expect(raterApart(pairs(matrix))).toBe("R3")
  })

  it("is nobody where the raters are alike", () => {
    const matrix = [
      [null, 0.66, 0.6],
      [0.66, null, 0.62],
      [0.6, 0.62, null],
    ]

    expect(raterApart(pairs(matrix))).toBeUndefined()
  })

  it("is nobody among two, who can only differ from each other", () => {
    const matrix = [
      [null, 0.2],
      [0.2, null],
    ]

    expect(raterApart(pairs(matrix))).toBeUndefined()
  })

  it("is not found in a rater who shares no turn with the others", () => {
    const matrix = [
      [null, 0.6, null],
      [0.6, null, null],
      [null, null, null],
    ]

    expect(raterApart(pairs(matrix))).toBeUndefined()
  })
})

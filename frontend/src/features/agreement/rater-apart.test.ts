import { describe, expect, it } from "vitest"

import type { PairAgreement } from "../../api/agreement"
import { raterApart } from "./rater-apart"

type Triple = [first: number, second: number, value: number | null]

const pairs = (n: number, values: Triple[]) => ({
  coefficient: "cohen_kappa",
  raters: Array.from({ length: n }, (_, index) => `R${index + 1}`),
  pairs: values.map(
    // Only the value of an estimate is read.
    ([first, second, value]) =>
      ({ first: `R${first}`, second: `R${second}`, estimate: { value } }) as unknown as PairAgreement,
  ),
})

describe("the rater who stands apart", () => {
  it("is the one whose kappas with all others are clearly lower", () => {
    const four = pairs(4, [
      [1, 2, 0.66],
      [1, 3, 0.41],
      [1, 4, 0.63],
      [2, 3, 0.44],
      [2, 4, 0.68],
      [3, 4, 0.39],
    ])

    expect(raterApart(four)).toBe("R3")
  })

  it("is found where every two raters share only some turns", () => {
    const four = pairs(4, [
      [1, 2, 0.6],
      [1, 4, 0.35],
      [2, 3, 0.62],
      [3, 4, null],
    ])

    expect(raterApart(four)).toBe("R4")
  })

  it("is nobody where the raters are alike", () => {
    const three = pairs(3, [
      [1, 2, 0.66],
      [1, 3, 0.6],
      [2, 3, 0.62],
    ])

    expect(raterApart(three)).toBeUndefined()
  })

  it("is nobody among two, who can only differ from each other", () => {
    expect(raterApart(pairs(2, [[1, 2, 0.2]]))).toBeUndefined()
  })

  it("is not found in a rater who shares no turn with the others", () => {
    const three = pairs(3, [
      [1, 2, 0.6],
      [1, 3, null],
      [2, 3, null],
    ])

    expect(raterApart(three)).toBeUndefined()
  })
})

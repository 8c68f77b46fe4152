import { describe, expect, it } from "vitest"

import { between, pointIn, withSide } from "./region"

const box = { left: 100, top: 50, width: 400, height: 200 }

describe("a rectangle drawn on a picture", () => {
  it("is the same whichever corner it was begun in", () => {
    const expected = { x: 0.2, y: 0.1, w: 0.3, h: 0.5 }

    expect(between({ x: 0.2, y: 0.1 }, { x: 0.5, y: 0.6 })).toEqual(expected)
    expect(between({ x: 0.5, y: 0.6 }, { x: 0.2, y: 0.1 })).toEqual(expected)
  })

  it("ends at the picture's edge when the pointer leaves it", () => {
    const from = pointIn(box, { x: 400, y: 150 })
    const to = pointIn(box, { x: 900, y: 900 })

    expect(between(from, to)).toEqual({ x: 0.75, y: 0.5, w: 0.25, h: 0.5 })
  })

  it("is none after a mere click", () => {
    expect(between({ x: 0.4, y: 0.4 }, { x: 0.402, y: 0.402 })).toBeNull()
  })

  it("stays inside the picture when a figure is typed", () => {
    const rectangle = { x: 0.5, y: 0.5, w: 0.4, h: 0.4 }

    expect(withSide(rectangle, "w", 0.8)).toEqual({ x: 0.2, y: 0.5, w: 0.8, h: 0.4 })
    expect(withSide(rectangle, "x", 2)).toEqual({ x: 0.6, y: 0.5, w: 0.4, h: 0.4 })
    expect(withSide(rectangle, "h", -1)).toEqual({ x: 0.5, y: 0.5, w: 0.4, h: 0.01 })
  })

  it("never reaches over the edge by rounding", () => {
    const { x, w } = withSide({ x: 0.3337, y: 0, w: 0.5, h: 1 }, "w", 0.6666)

    expect(x + w).toBeLessThanOrEqual(1)
  })
})

/** Rectangles on a picture, in fractions of it, so that they hold at every size it is shown. */

export type Rectangle = { x: number; y: number; w: number; h: number }
export type Point = { x: number; y: number }
export type Side = keyof Rectangle

/** The server takes nothing smaller. */
export const SMALLEST = 0.01

/** The rectangle between two corners, whichever way it was drawn; null for a mere click. */
export function between(from: Point, to: Point): Rectangle | null {
  const x = Math.min(within(from.x), within(to.x))
  const y = Math.min(within(from.y), within(to.y))
  const w = Math.abs(within(from.x) - within(to.x))
  const h = Math.abs(within(from.y) - within(to.y))
  return w < SMALLEST || h < SMALLEST ? null : rounded({ x, y, w, h })
}

/** Where the pointer is on the picture that fills `box` on the screen. */
export const pointIn = (box: { left: number; top: number; width: number; height: number }, at: Point): Point => ({
  x: within((at.x - box.left) / box.width),
  y: within((at.y - box.top) / box.height),
})

/** The rectangle with one figure changed, kept inside the picture: its position yields before its size. */
export function withSide(rectangle: Rectangle, side: Side, value: number): Rectangle {
  const next = { ...rectangle, [side]: value }
  const w = Math.min(1, Math.max(SMALLEST, next.w))
  const h = Math.min(1, Math.max(SMALLEST, next.h))
  return rounded({ x: Math.min(within(next.x), 1 - w), y: Math.min(within(next.y), 1 - h), w, h })
}

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** To a thousandth, less than a pixel of any recording: figures stay short. */
function rounded({ x, y, w, h }: Rectangle): Rectangle {
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    x: round(x),
    y: round(y),
    w: Math.min(round(w), round(1 - round(x))),
    h: Math.min(round(h), round(1 - round(y))),
  }
}

import { Button, NumberInput } from "@mantine/core"
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react"

import classes from "./region-picker.module.css"
import { between, pointIn, withSide, type Point, type Rectangle, type Side } from "./region"
import { texts } from "./texts"

type Props = {
  /** The picture; it fills the width it gets. */
  children: ReactNode
  value: Rectangle | null
  onChange: (value: Rectangle | null) => void
}

const SIDES: Side[] = ["x", "y", "w", "h"]
const MIDDLE: Rectangle = { x: 0.3, y: 0.1, w: 0.4, h: 0.6 }
const STEP = 0.01

/** Draw one rectangle on a picture: by pointer, by arrow keys, or by its four figures. */
export function RegionPicker({ children, value, onChange }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const [corner, setCorner] = useState<Point | null>(null)
  const at = (event: PointerEvent): Point =>
    pointIn(area.current!.getBoundingClientRect(), { x: event.clientX, y: event.clientY })

  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    area.current!.setPointerCapture(event.pointerId)
    setCorner(at(event))
  }
  const draw = (event: PointerEvent) => {
    const drawn = corner && between(corner, at(event))
    if (drawn) onChange(drawn)
  }
  const move = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    if (!direction) return
    event.preventDefault()
    const [position, size, sign] = direction
    const side = event.shiftKey ? size : position
    const from = value ?? MIDDLE
    onChange(withSide(from, side, from[side] + sign * STEP))
  }

  return (
    <div className={classes.picker}>
      <div
        ref={area}
        className={classes.area}
        role="application"
        tabIndex={0}
        aria-label={texts.region.draw}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => setCorner(null)}
        onPointerCancel={() => setCorner(null)}
        onKeyDown={move}
      >
        {children}
        {value && (
          <div
            className={classes.rectangle}
            style={{ left: share(value.x), top: share(value.y), width: share(value.w), height: share(value.h) }}
          />
        )}
      </div>
      <div className={classes.figures}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            size="xs"
            label={texts.region[side]}
            min={0}
            max={100}
            decimalScale={1}
            value={value ? Math.round(value[side] * 1000) / 10 : ""}
            onChange={(figure) => typeof figure === "number" && onChange(withSide(value ?? MIDDLE, side, figure / 100))}
          />
        ))}
        <Button variant="default" size="xs" disabled={!value} onClick={() => onChange(null)}>
          {texts.region.clear}
        </Button>
      </div>
    </div>
  )
}

/** An arrow key's position and size to change, and which way. */
const DIRECTIONS: Record<string, [position: Side, size: Side, sign: 1 | -1]> = {
  ArrowLeft: ["x", "w", -1],
  ArrowRight: ["x", "w", 1],
  ArrowUp: ["y", "h", -1],
  ArrowDown: ["y", "h", 1],
}

const share = (value: number) => `${value * 100}%`

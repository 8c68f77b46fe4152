import { UnstyledButton } from "@mantine/core"
import { useElementSize } from "@mantine/hooks"
import { useEffect, useRef, useState } from "react"

import classes from "./line-figure.module.css"
import { coefficient } from "./numbers"
import { texts } from "./texts"

export type Point = { x: number; y: number }
type Props = {
  /** What is drawn, for screen readers. */
  label: string
  xLabel: string
  yLabel: string
  points: Point[]
}

/** One line, drawn by Observable Plot, which is loaded when a figure is first shown; its table is one key away. */
export function LineFigure({ label, xLabel, yLabel, points }: Props) {
  const [isTable, setIsTable] = useState(false)
  return (
    <div className={classes.figure}>
      {isTable ? <Table {...{ label, xLabel, yLabel, points }} /> : <Drawing {...{ label, xLabel, yLabel, points }} />}
      <UnstyledButton className={classes.toggle} onClick={() => setIsTable(!isTable)}>
        {isTable ? texts.figure.asLine : texts.figure.asTable}
      </UnstyledButton>
    </div>
  )
}

function Drawing({ label, xLabel, yLabel, points }: Props) {
  const { ref, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!width) return
    let isCurrent = true
    void import("@observablehq/plot").then((Plot) => {
      if (!isCurrent) return
      const drawing = Plot.plot({
        width,
        height: 220,
        marginLeft: 44,
        ariaLabel: label,
        style: { background: "transparent", color: "var(--ink-2)", fontSize: "11px" },
        x: { label: xLabel },
        y: { label: yLabel, grid: true, zero: true },
        marks: [Plot.lineY(points, { x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 1.5 })],
      })
      place.current?.replaceChildren(drawing)
    })
    return () => {
      isCurrent = false
    }
  }, [width, label, xLabel, yLabel, points])

  return (
    <div ref={ref} className={classes.drawing}>
      <div ref={place} />
    </div>
  )
}

function Table({ label, xLabel, yLabel, points }: Props) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{xLabel}</th>
            <th>{yLabel}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ x, y }) => (
            <tr key={x}>
              <td>{x}</td>
              <td>{coefficient(y, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

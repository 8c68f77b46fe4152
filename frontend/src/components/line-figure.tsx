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
  /** Shares of 1 on both axes: the diagonal, where they are equal, is drawn in. */
  isShare?: boolean
}

/** One line, drawn by Observable Plot, which is loaded when a figure is first shown; its table is one key away. */
export function LineFigure({ label, xLabel, yLabel, points, isShare }: Props) {
  const [isTable, setIsTable] = useState(false)
  return (
    <div className={classes.figure}>
      {isTable ? (
        <Table {...{ label, xLabel, yLabel, points }} />
      ) : (
        <Drawing {...{ label, xLabel, yLabel, points, isShare }} />
      )}
      <UnstyledButton className={classes.toggle} onClick={() => setIsTable(!isTable)}>
        {isTable ? texts.figure.asLine : texts.figure.asTable}
      </UnstyledButton>
    </div>
  )
}

const DIAGONAL = [
  [0, 0],
  [1, 1],
] as const

function Drawing({ label, xLabel, yLabel, points, isShare = false }: Props) {
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
        x: { label: xLabel, domain: isShare ? [0, 1] : undefined },
        y: { label: yLabel, grid: true, zero: true, domain: isShare ? [0, 1] : undefined },
        marks: [
          isShare ? Plot.line(DIAGONAL, { stroke: "var(--ink-3)", strokeDasharray: "3 3" }) : null,
          Plot.lineY(points, { x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 1.5 }),
          isShare ? Plot.dot(points, { x: "x", y: "y", fill: "var(--accent)", r: 3 }) : null,
        ],
      })
      // Plot names its groups "line" and "dot", which is no name for anything; the drawing has its own.
      drawing.querySelectorAll("g[aria-label]").forEach((group) => group.removeAttribute("aria-label"))
      drawing.setAttribute("role", "img")
      place.current?.replaceChildren(drawing)
    })
    return () => {
      isCurrent = false
    }
  }, [width, label, xLabel, yLabel, points, isShare])

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
              <td>{Number.isInteger(x) ? x : coefficient(x, 3)}</td>
              <td>{coefficient(y, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

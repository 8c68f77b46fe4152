import { UnstyledButton } from "@mantine/core"
import { useElementSize } from "@mantine/hooks"
import { useEffect, useRef, useState } from "react"

import classes from "./line-figure.module.css"
import { bounds, coefficient, count } from "./numbers"
import { texts } from "./texts"

export type Point = {
  x: number
  y: number
  /** The interval of y, where there is one, and what the point rests on. */
  low?: number | null
  high?: number | null
  n?: number
}
type Props = {
  /** What is drawn, for screen readers. */
  label: string
  xLabel: string
  yLabel: string
  points: Point[]
  /** Shares of 1 on both axes: the diagonal, where they are equal, is drawn in. */
  isShare?: boolean
  /** What n counts; with it, the table tells interval and n of each point. */
  nLabel?: string
}

/** One line, drawn by Observable Plot, which is loaded when a figure is first shown; its table is one key away. */
export function LineFigure({ label, xLabel, yLabel, points, isShare, nLabel }: Props) {
  const [isTable, setIsTable] = useState(false)
  return (
    <div className={classes.figure}>
      {isTable ? (
        <Table {...{ label, xLabel, yLabel, points, nLabel }} />
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

const hasInterval = ({ low, high }: Point) => typeof low === "number" && typeof high === "number"
/** 5, 1,500 and .25 as everywhere else. */
const tick = (value: number) => (Number.isInteger(value) ? count(value) : coefficient(value))

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
        x: { label: xLabel, domain: isShare ? [0, 1] : undefined, tickFormat: tick },
        y: { label: yLabel, grid: true, zero: true, domain: isShare ? [0, 1] : undefined, tickFormat: tick },
        marks: [
          isShare ? Plot.line(DIAGONAL, { stroke: "var(--ink-3)", strokeDasharray: "3 3" }) : null,
          Plot.ruleX(points.filter(hasInterval), {
            x: "x",
            y1: "low",
            y2: "high",
            stroke: "var(--accent)",
            strokeOpacity: 0.4,
            strokeWidth: 3,
          }),
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

function Table({ label, xLabel, yLabel, points, nLabel }: Props) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{xLabel}</th>
            <th>{yLabel}</th>
            {nLabel && <th>{texts.figure.interval}</th>}
            {nLabel && <th>{nLabel}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ x, y, low, high, n }) => (
            <tr key={x}>
              <td>{Number.isInteger(x) ? x : coefficient(x, nLabel ? 2 : 3)}</td>
              <td>{coefficient(y, nLabel ? 2 : 3)}</td>
              {nLabel && <td>{typeof low === "number" ? bounds(low, high) : texts.figure.noInterval}</td>}
              {nLabel && <td>{count(n ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

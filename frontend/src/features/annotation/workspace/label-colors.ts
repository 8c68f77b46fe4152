import type { CSSProperties } from "react"

import type { Annotation, Construct } from "../../../api/types"

/** Three label colours that mean the same everywhere; other constructs use the accent. */
const COLORED = ["none", "minimizing", "contradiction"]

export function labelColors(constructKey: string, levelKey: string): CSSProperties {
  const isColored = constructKey === "incongruence" && COLORED.includes(levelKey)
  const color = isColored ? levelKey : "accent"
  return { "--color": `var(--${color})`, "--soft": `var(--${color}-soft)` } as CSSProperties
}

/** A turn's own label in a word and a colour: the answer to the pass's first nominal question. */
export function labelOf(annotation: Annotation | undefined, constructs: Construct[]) {
  const main = constructs.find((construct) => construct.scale === "nominal")
  const level = main?.levels.find(({ key }) => key === annotation?.scores[main.key])
  return main && level ? { word: level.label.toLocaleLowerCase(), style: labelColors(main.key, level.key) } : undefined
}

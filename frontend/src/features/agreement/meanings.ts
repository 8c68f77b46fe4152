import type { ConstructAgreement } from "../../api/agreement"
import { coefficientOf } from "./coefficients"
import { texts } from "./texts"

/** A sentence for each coefficient and scale that the table names, in the order in which it names them. */
export function meaningsOf(constructs: ConstructAgreement[]): [term: string, meaning: string][] {
  const names = constructs.flatMap(({ coefficient, beside }) => [coefficient, ...Object.keys(beside)])
  const scales = constructs.filter(({ coefficient }) => coefficient === "alpha").map(({ scale }) => scale)
  return [
    ...[...new Set(names)].map((name): [string, string] => [coefficientOf(name).name, coefficientOf(name).definition]),
    ...[...new Set(scales)].flatMap((scale): [string, string][] => {
      const meaning = texts.scales[scale]
      return meaning ? [[scale, meaning]] : []
    }),
  ]
}

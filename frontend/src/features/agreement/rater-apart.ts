import type { RaterPairs } from "../../api/agreement"

/** So much lower than everyone else's must a rater's mean agreement be before the page says so. */
const MARGIN = 0.1

/** The one rater who agrees with the others clearly less than these do among each other, if there is one. */
export function raterApart({ raters, matrix }: RaterPairs): string | undefined {
  const rated = raters.flatMap((rater, index) => {
    const kappas = (matrix[index] ?? []).filter((value) => value !== null)
    return kappas.length ? [{ rater, mean: kappas.reduce((sum, value) => sum + value, 0) / kappas.length }] : []
  })
  const [lowest, next] = rated.sort((one, other) => one.mean - other.mean)
  return rated.length > 2 && lowest && next && next.mean - lowest.mean >= MARGIN ? lowest.rater : undefined
}

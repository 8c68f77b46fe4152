import type { RaterPairs } from "../../api/agreement"

/** So much lower than everyone else's must a rater's mean agreement be before the page says so. */
const MARGIN = 0.1

/** The one rater who agrees with the others clearly less than these do among each other, if there is one. */
export function raterApart({ raters, pairs }: RaterPairs): string | undefined {
  const behind = raters.flatMap((rater) => {
    const withOthers = mean(pairs.filter(({ first, second }) => first === rater || second === rater))
    const amongOthers = mean(pairs.filter(({ first, second }) => first !== rater && second !== rater))
    return withOthers === undefined || amongOthers === undefined ? [] : [{ rater, by: amongOthers - withOthers }]
  })
  const [most, next] = behind.sort((one, other) => other.by - one.by)
  // Whoever rated with such a rater looks a little apart too.
  return most && most.by >= MARGIN && most.by - (next?.by ?? 0) >= MARGIN / 2 ? most.rater : undefined
}

function mean(pairs: RaterPairs["pairs"]): number | undefined {
  const values = pairs.flatMap(({ estimate }) => estimate.value ?? [])
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined
}

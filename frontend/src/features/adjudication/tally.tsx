import { useQuery } from "@tanstack/react-query"

import classes from "./adjudication.module.css"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"

/** How many disagreements there are and why, and how many answers have their gold label. */
export function Tally({ slug }: { slug: string }) {
  const tally = useQuery(disagreementQueries.tally(slug)).data
  const say = texts.queue.tally
  if (!tally || tally.n_ties + tally.n_open + tally.n_settled + tally.n_gold + tally.n_to_accept === 0) return null
  const { n_tied, n_uncalled, n_far_apart, n_objected, n_overruled, n_settled, n_open, n_waiting } = tally
  const reasons = [
    n_tied > 0 && say.ties(n_tied),
    n_far_apart > 0 && say.farApart(n_far_apart),
    n_objected > 0 && say.objections(n_objected),
    n_overruled > 0 && say.overruled(n_overruled),
  ].filter((reason) => reason !== false)
  const sentences = [
    say.sum(n_settled, n_open),
    reasons.length > 0 && say.reasons(reasons),
    n_uncalled > 0 && say.uncalled(n_uncalled),
    n_waiting < n_open && say.withheld(n_open - n_waiting),
    say.gold(tally.n_gold, tally.n_to_accept),
    tally.n_few_raters > 0 && say.few(tally.n_few_raters),
  ]
  return (
    <div className="small">
      <p>{sentences.filter(Boolean).join(" ")}</p>
      <details className={classes.how}>
        <summary>{say.how}</summary>
        <p>{say.howText}</p>
      </details>
    </div>
  )
}

import { useQuery } from "@tanstack/react-query"

import classes from "./adjudication.module.css"
import { disagreementQueries } from "./queries"
import { texts } from "./texts"

/** How the ties of the raters and the objections of experts come to so many disagreements. */
export function Tally({ slug }: { slug: string }) {
  const tally = useQuery(disagreementQueries.tally(slug)).data
  const say = texts.queue.tally
  if (!tally || tally.n_ties + tally.n_objected === 0) return null
  const { n_ties, n_tied, n_uncalled, n_objected, n_settled, n_open, n_waiting } = tally
  const sentences = [
    n_ties > 0 && say.ties(n_ties, n_tied, n_uncalled),
    n_objected > 0 && say.objections(n_objected),
    say.sum(n_settled + n_open, n_settled, n_open),
    n_waiting < n_open && say.withheld(n_open - n_waiting),
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

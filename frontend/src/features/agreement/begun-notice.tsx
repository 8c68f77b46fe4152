import { Link } from "@tanstack/react-router"

import type { Begun } from "../../api/agreement"
import { Statement } from "../../components/statement"
import { texts } from "./texts"

type Props = { slug: string; begun: Begun }

/** How many ratings the figures leave out because they are not finished, and how they come to count. */
export function BegunNotice({ slug, begun: { n_ratings, raters } }: Props) {
  if (n_ratings === 0) return null
  return (
    <Statement headline={texts.begun.headline(n_ratings, raters)} tone="warn">
      {texts.begun.text}{" "}
      <Link to="/studies/$slug/raters" params={{ slug }}>
        {texts.begun.toRaters}
      </Link>
    </Statement>
  )
}

import { Link } from "@tanstack/react-router"

import type { Manifest, Release } from "../../api/releases"
import { dateTime } from "../../components/numbers"
import classes from "./releases.module.css"
import { texts } from "./texts"

type Props = { slug: string; release: Release; manifest: Manifest }

/** The steps from recordings to runs, in the order in which they happened. */
export function Provenance({ slug, release: { approval, runs, frozen_by }, manifest }: Props) {
  const { counts, codebook } = manifest
  const say = texts.page.steps
  const steps = [
    say.recorded(counts.sessions, manifest.consent.persons),
    say.rated(codebook.name, codebook.version),
    say.settled(counts.turns),
    say.frozen(frozen_by, dateTime(manifest.frozen_at)),
    approval ? say.approved(approval.by, dateTime(approval.at)) : say.waits,
  ]
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
      <li>
        {runs > 0 ? (
          <Link to="/studies/$slug/runs" params={{ slug }}>
            {say.runs(runs)}
          </Link>
        ) : (
          say.noRun
        )}
      </li>
    </ol>
  )
}

import type { Manifest, Release } from "../../api/releases"
import { dateTime } from "../../components/numbers"
import classes from "./releases.module.css"
import { texts } from "./texts"

type Props = { release: Release; manifest: Manifest }

/** The steps from recordings to runs, in the order in which they happened. */
export function Provenance({ release: { approval, runs }, manifest }: Props) {
  const { counts, codebook } = manifest
  const say = texts.page.steps
  const steps = [
    say.recorded(counts.sessions, manifest.consent.persons),
    say.rated(codebook.name, codebook.version),
    say.settled(counts.turns),
    say.frozen(manifest.frozen_by, dateTime(manifest.frozen_at)),
    approval ? say.approved(approval.by, dateTime(approval.at)) : say.waits,
    say.runs(runs),
  ]
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

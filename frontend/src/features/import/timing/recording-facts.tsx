import { mediaTime } from "../../../components/numbers"
import type { Probe } from "../queries"
import { texts } from "./texts"
import classes from "./timing.module.css"

/** What the recording is. */
export function RecordingFacts({ probe }: { probe: Probe }) {
  return (
    <dl className={classes.facts}>
      {factsOf(probe).map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(probe: Probe): [string, string][] {
  const { facts } = texts
  return [
    [facts.length, mediaTime(probe.duration_ms)],
    ...pictureFacts(probe),
    [facts.sound, probe.audio_codec ?? texts.noSound],
    ...(probe.rotation ? [[facts.turned, texts.rotation(probe.rotation)] satisfies [string, string]] : []),
  ]
}

function pictureFacts(probe: Probe): [string, string][] {
  const { facts } = texts
  if (probe.video_codec === null) return [[facts.picture, texts.noPicture]]
  return [
    [facts.picture, `${probe.width} × ${probe.height}`],
    [facts.video, probe.video_codec],
    [facts.rate, texts.rate[probe.rate_mode] ?? probe.rate_mode],
  ]
}

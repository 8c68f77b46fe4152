import { NumberInput } from "@mantine/core"

import { mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import classes from "./import.module.css"
import type { Draft, Probe } from "./queries"
import { texts } from "./texts"
import { firstStart, turnsPastEnd } from "./timing"
import { offsetFault } from "./use-plan"

type Props = { draft: Draft; offsetMs: number; onOffset: (offsetMs: number) => void }

/** What the recording is, and whether the transcript fits it. */
export function RecordingPanel({ draft, offsetMs, onOffset }: Props) {
  const { probe, reading } = draft
  if (!probe) {
    return (
      <Panel title={texts.recording}>
        <p>{texts.noRecording}</p>
      </Panel>
    )
  }
  const late = turnsPastEnd(reading.turns, probe.duration_ms, offsetMs)
  return (
    <Panel title={texts.recording}>
      <div className={classes.recording}>
        <dl className={classes.facts}>
          {factsOf(probe).map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        {late > 0 && (
          <Statement tone="warn" headline={texts.pastEnd(late, reading.turns.length, mediaTime(probe.duration_ms))}>
            {texts.pastEndText}
          </Statement>
        )}
        {firstStart(reading.turns) !== null && (
          <NumberInput
            className={classes.offset}
            label={texts.offset}
            description={texts.offsetNote}
            error={offsetFault(offsetMs, draft)}
            decimalScale={3}
            step={0.5}
            min={-86_400}
            max={86_400}
            value={offsetMs / 1000}
            onChange={(seconds) => onOffset(Math.round(Number(seconds) * 1000) || 0)}
          />
        )}
      </div>
    </Panel>
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

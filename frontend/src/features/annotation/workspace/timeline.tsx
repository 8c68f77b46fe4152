import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"

import { urlOf } from "../../../api/client"
import type { Annotation, Turn, Workspace } from "../../../api/types"
import { waveformQuery } from "../../../api/waveform"
import { mediaTime } from "../../../components/numbers"
import { hasStretch, windowAround } from "../../../components/turn-clip"
import { peaksOf, wavePath } from "../../../components/wave-path"
import { texts } from "../texts"
import { labelOf } from "./label-colors"
import type { Player } from "./player"
import classes from "./timeline.module.css"
import { usePlayerState, useTime } from "./use-player"

type Props = {
  workspace: Workspace
  annotations: Record<string, Annotation>
  current: Turn
  player: Player
  onGo: (turn: Turn) => void
}

const WIDTH_MS = 50_000

/** The stretch of the session around the current turn: client turns as boxes in the colour of their label. */
export function Timeline({ workspace, annotations, current, player, onGo }: Props) {
  const { turns, codebook } = workspace
  const { durationMs } = usePlayerState(player)
  const { from, to } = windowAround(current.clip, durationMs, WIDTH_MS)
  const at = (ms: number) => (100 * (ms - from)) / (to - from)
  const wave = useWave(workspace.media, from, to)
  const shown = turns
    .filter((turn) => hasStretch(turn))
    .filter(({ role, clip }) => role === "client" && clip.until_ms > from && clip.from_ms < to)

  if (!turns.some((turn) => hasStretch(turn))) return <p className={classes.note}>{texts.video.noTimes}</p>
  return (
    <div className={classes.timeline}>
      <div
        className={classes.rail}
        role="group"
        aria-label={texts.video.timeline}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          player.seek(from + ((event.clientX - left) / width) * (to - from))
        }}
      >
        {wave && (
          <svg className={classes.wave} viewBox="0 0 1000 256" preserveAspectRatio="none" aria-hidden>
            <path d={wave} />
          </svg>
        )}
        {shown.map((turn) => {
          const label = labelOf(annotations[turn.id], codebook.constructs)
          const left = Math.max(0, at(turn.clip.from_ms))
          return (
            <button
              key={turn.id}
              type="button"
              tabIndex={-1}
              aria-hidden
              className={classes.box}
              data-current={turn.id === current.id || undefined}
              data-open={!annotations[turn.id]?.is_complete || undefined}
              style={{ ...label?.style, left: `${left}%`, width: `${Math.min(100, at(turn.clip.until_ms)) - left}%` }}
              onClick={(event) => {
                event.stopPropagation()
                onGo(turn)
              }}
            />
          )
        })}
        <Playhead player={player} at={at} />
      </div>
      <div className={classes.ends}>
        <span className="number">{mediaTime(from, { tenths: false })}</span>
        <span>{texts.video.timelineNote}</span>
        <span className="number">{mediaTime(to, { tenths: false })}</span>
      </div>
    </div>
  )
}

/** The outline of the sound between two moments, where the pass lets it be heard. */
function useWave({ waveform_url: url, peaks_per_s: perS }: Workspace["media"], from: number, to: number) {
  const values = useQuery({ ...waveformQuery((url ?? "").replace(urlOf(""), "")), enabled: url !== null }).data
  const peaks = useMemo(() => (values ? peaksOf(values, perS) : null), [values, perS])
  return useMemo(() => peaks && to > from && wavePath(peaks, from, to), [peaks, from, to])
}

function Playhead({ player, at }: { player: Player; at: (ms: number) => number }) {
  const left = at(useTime(player))
  return left >= 0 && left <= 100 ? <span className={classes.playhead} style={{ left: `${left}%` }} /> : null
}

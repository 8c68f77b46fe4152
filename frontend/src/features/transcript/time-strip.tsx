import { UnstyledButton } from "@mantine/core"
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react"

import type { SessionTurn } from "../../api/corpus"
import type { TurnClip } from "../../api/types"
import { mediaTime } from "../../components/numbers"
import { windowAround } from "../../components/turn-clip"
import { wavePath, type Peaks } from "../../components/wave-path"
import { useClock, type Clock } from "./clock"
import { texts } from "./texts"
import { timeText, withSide, type Side, type Times } from "./times"
import classes from "./time-strip.module.css"

type Props = {
  turns: SessionTurn[]
  turn: SessionTurn
  /** The turn's times as they are being set. */
  times: Times
  durationMs: number
  peaks: Peaks | null
  clock: Clock
  onTimes: (times: Times) => void
  /** The person let go: keep the times. */
  onKeep: (times: Times) => void
}

const WIDTHS_MS = [5_000, 15_000, 40_000, 120_000]
const SIDES: Side[] = ["start_ms", "end_ms"]

/** The sound round a turn with the turns on it; the borders of the one being edited can be dragged. */
export function TimeStrip({ turns, turn, times, durationMs, peaks, clock, onTimes, onKeep }: Props) {
  const [zoom, setZoom] = useState(1)
  const rail = useRef<HTMLDivElement>(null)
  // By the times that are saved: the strip stands still under the hand that drags.
  const { from, to } = windowAround(turn.clip, durationMs, WIDTHS_MS[zoom] ?? 15_000)
  const at = (ms: number) => (100 * (ms - from)) / (to - from)
  const wave = useMemo(() => peaks && wavePath(peaks, from, to), [peaks, from, to])
  const shown = turns.filter(({ clip }) => hasMomentIn(clip, from, to))
  const msAt = (event: PointerEvent): number => {
    const { left, width } = rail.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return from + ((event.clientX - left) / width) * (to - from)
  }

  return (
    <div className={classes.strip}>
      <div
        ref={rail}
        className={classes.rail}
        role="group"
        aria-label={texts.strip.label}
        onPointerDown={(event) => clock.seek(msAt(event))}
      >
        {wave && (
          <svg className={classes.wave} viewBox="0 0 1000 256" preserveAspectRatio="none" aria-hidden>
            <path d={wave} />
          </svg>
        )}
        {shown.map((each) => {
          const { from_ms, until_ms } = each.clip
          const isOwn = each.id === turn.id
          const start = (isOwn ? times.start_ms : from_ms) ?? 0
          const end = Math.max(start, (isOwn ? times.end_ms : null) ?? until_ms ?? start)
          return (
            <span
              key={each.id}
              aria-hidden
              className={classes.box}
              data-role={each.role}
              data-current={each.id === turn.id || undefined}
              style={{ left: `${at(start)}%`, width: `${at(end) - at(start)}%` }}
            />
          )
        })}
        {SIDES.map((side) => {
          const ms = times[side]
          return (
            ms !== null && (
              <Handle
                key={side}
                side={side}
                ms={ms}
                left={at(ms)}
                range={[from, to]}
                msAt={msAt}
                onMove={(next) => onTimes(withSide(times, side, next, durationMs))}
                onKeep={(last) => onKeep(last === undefined ? times : withSide(times, side, last, durationMs))}
              />
            )
          )
        })}
        <Playhead clock={clock} at={at} />
      </div>
      <div className={classes.foot}>
        <span className="small number">{mediaTime(from)}</span>
        <span className="small">{times.start_ms === null ? texts.strip.noTimes : texts.strip.note}</span>
        <span className={classes.zoom}>
          <UnstyledButton
            aria-label={texts.strip.narrower}
            disabled={zoom === 0}
            onClick={() => setZoom((old) => Math.max(0, old - 1))}
          >
            +
          </UnstyledButton>
          <UnstyledButton
            aria-label={texts.strip.wider}
            disabled={zoom === WIDTHS_MS.length - 1}
            onClick={() => setZoom((old) => Math.min(WIDTHS_MS.length - 1, old + 1))}
          >
            −
          </UnstyledButton>
        </span>
        <span className="small number">{mediaTime(to)}</span>
      </div>
      {!peaks && <p className="small">{texts.strip.noSound}</p>}
    </div>
  )
}

const hasMomentIn = ({ from_ms, until_ms }: TurnClip, from: number, to: number): boolean =>
  from_ms !== null && from_ms < to && (until_ms ?? from_ms) > from

type HandleProps = {
  side: Side
  ms: number
  left: number
  range: [number, number]
  msAt: (event: PointerEvent) => number
  onMove: (ms: number) => void
  /** With the moment where the hand let go, if it was a hand. */
  onKeep: (ms?: number) => void
}

/** One border of the turn, a slider for hands and keys. */
function Handle({ side, ms, left, range, msAt, onMove, onKeep }: HandleProps) {
  const held = useRef<"no" | "pressed" | "moved">("no")
  const step = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (event.key === "Enter") onKeep()
    if (!direction) return
    event.preventDefault()
    onMove(ms + direction * (event.shiftKey ? 100 : 10))
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={classes.handle}
      data-side={side}
      aria-label={side === "start_ms" ? texts.strip.start : texts.strip.end}
      aria-valuemin={Math.round(range[0])}
      aria-valuemax={Math.round(range[1])}
      aria-valuenow={ms}
      aria-valuetext={timeText(ms)}
      style={{ left: `${left}%` }}
      onKeyDown={step}
      onBlur={() => onKeep()}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = "pressed"
      }}
      onPointerMove={(event) => {
        if (held.current === "no") return
        held.current = "moved"
        onMove(msAt(event))
      }}
      onPointerUp={(event) => {
        if (held.current === "moved") onKeep(msAt(event))
        held.current = "no"
      }}
    />
  )
}

function Playhead({ clock, at }: { clock: Clock; at: (ms: number) => number }) {
  const left = at(useClock(clock, (ms) => ms))
  return left >= 0 && left <= 100 ? <span className={classes.playhead} style={{ left: `${left}%` }} /> : null
}

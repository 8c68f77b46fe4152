import { Button, Radio } from "@mantine/core"
import { useRef, useState } from "react"

import classes from "./sound-choice.module.css"
import { texts } from "./texts"

type Props = {
  label: string
  description?: string
  /** What people call each track. */
  names: string[]
  /** Counted from 0; null for all of them together. */
  value: number | null
  onChange: (track: number | null) => void
  isDisabled?: boolean
  /** Where some seconds of a track are to be heard, or of all. */
  excerptOf?: (track: number | null) => string
}

/** Which of several sound tracks is heard: all together, or one alone. */
export function SoundChoice({ label, description, names, value, onChange, isDisabled, excerptOf }: Props) {
  const player = usePlayer()
  const choices = [null, ...names.keys()]
  return (
    <Radio.Group
      label={label}
      description={description}
      value={valueOf(value)}
      onChange={(chosen) => onChange(chosen === ALL ? null : Number(chosen))}
    >
      <ul className={classes.choices}>
        {choices.map((track) => {
          const name = track === null ? texts.allSounds : capitalised(names[track] ?? "")
          const isPlaying = player.playing === valueOf(track)
          return (
            <li key={valueOf(track)}>
              <Radio value={valueOf(track)} label={name} disabled={isDisabled} />
              {excerptOf && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={isPlaying ? texts.stopHearing(name) : texts.hearSound(name)}
                  onClick={() => player.toggle(valueOf(track), excerptOf(track))}
                >
                  {isPlaying ? texts.stop : texts.hear}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {excerptOf && (
        // What is heard is the recording's, whose words stand in the transcript beside it.
        <audio ref={player.audio} onEnded={player.end} onError={player.end} />
      )}
    </Radio.Group>
  )
}

const ALL = "all"
const valueOf = (track: number | null) => (track === null ? ALL : String(track))
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** One of several excerpts at a time. */
function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  const end = () => setPlaying(null)
  const toggle = (which: string, source: string) => {
    if (!audio.current) return
    audio.current.pause()
    if (playing === which) {
      end()
      return
    }
    audio.current.src = source
    setPlaying(which)
    void audio.current.play().catch(end) // Another excerpt was asked for, or the browser refuses to play.
  }
  return { audio, playing, toggle, end }
}

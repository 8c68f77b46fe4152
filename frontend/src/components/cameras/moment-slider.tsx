import { Slider } from "@mantine/core"

import classes from "./cameras.module.css"
import { texts } from "./texts"

type Props = { atMs: number; durationMs: number; onChange: (ms: number) => void }

/** A moment of the client's recording, to be gone to. */
export function MomentSlider({ atMs, durationMs, onChange }: Props) {
  return (
    <Slider
      className={classes.slider}
      thumbLabel={texts.moment}
      min={0}
      max={durationMs}
      step={100}
      value={atMs}
      label={(ms) => texts.at(ms)}
      onChange={onChange}
    />
  )
}

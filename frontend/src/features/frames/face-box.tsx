import type { Region } from "../../api/corpus"
import classes from "./frames.module.css"

type Props = { box: Region | null; isSure: boolean }

const share = (value: number) => `${value * 100}%`

/** The face in a picture that fills the box around it; dashed where it is not sure. */
export function FaceBox({ box, isSure }: Props) {
  if (!box) return null
  return (
    <span
      aria-hidden
      className={classes.face}
      data-is-sure={isSure || undefined}
      style={{ left: share(box.x), top: share(box.y), width: share(box.w), height: share(box.h) }}
    />
  )
}

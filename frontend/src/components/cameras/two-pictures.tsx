import type { ComponentProps, ReactNode } from "react"

import { SecondPicture } from "./second-picture"
import classes from "./two-pictures.module.css"

type Props = {
  /** None where one camera filmed, or nothing of the other can be shown. */
  second: Pick<ComponentProps<typeof SecondPicture>, "src" | "placed" | "isMuted"> | null
  leader: HTMLVideoElement | null
  isSwapped: boolean
  /** Says how large the frame is. */
  className: string
  /** The first camera's video, and what lies over both. */
  children: ReactNode
}

/** The client large and the counsellor in the corner, or the other way round. */
export function TwoPictures({ second, leader, isSwapped, className, children }: Props) {
  return (
    <div className={`${classes.frame} ${className}`} data-is-swapped={(second && isSwapped) || undefined}>
      {children}
      {second && <SecondPicture {...second} leader={leader} />}
    </div>
  )
}

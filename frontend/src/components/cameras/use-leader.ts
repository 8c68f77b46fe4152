import { useCallback, useState } from "react"

import { emptyOnceGone } from "../empty-video"

/** The first camera's video element, which a second one follows, beside what it is attached to; null until it is there. */
export function useLeader(attach: (video: HTMLVideoElement) => () => void) {
  const [leader, setLeader] = useState<HTMLVideoElement | null>(null)
  const ref = useCallback(
    (video: HTMLVideoElement) => {
      const detach = attach(video)
      setLeader(video)
      return () => {
        detach()
        setLeader(null)
        emptyOnceGone(video)
      }
    },
    [attach],
  )
  return { leader, ref }
}

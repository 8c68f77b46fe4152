import { useCallback, useRef } from "react"

/** A ref for a video of a person that is emptied once it has left the page, beside the element while it is there. */
export function useVideo() {
  const video = useRef<HTMLVideoElement>(null)
  const ref = useCallback((element: HTMLVideoElement) => {
    video.current = element
    return () => {
      video.current = null
      emptyOnceGone(element)
    }
  }, [])
  return { video, ref }
}

/** A player that has left the page may go on from what it has loaded; without an address it keeps nothing. */
export function emptyOnceGone(video: HTMLVideoElement): void {
  // Looked at after React has drawn: in development it lets go of a video that stays, and takes it up again.
  queueMicrotask(() => {
    if (video.isConnected) return
    video.removeAttribute("src")
    video.load()
  })
}

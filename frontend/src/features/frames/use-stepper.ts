import { useCallback, useEffect, useRef, useState } from "react"

import type { Stretch } from "../../components/turn-clip"
import { indexAt, momentOf, picturesOfTurn, type Pictures } from "./pictures"

/** Goes through the pictures of a turn in a player, one by one or playing, and knows which of them is on the screen. */
export function useStepper(pictures: Pictures, turn: Stretch, beginAt: number | null) {
  const [first, last] = picturesOfTurn(pictures, turn)
  const within = useCallback((index: number) => Math.min(last, Math.max(first, index)), [first, last])
  const [index, setIndex] = useState(() => within(beginAt ?? first))
  const [isPlaying, setIsPlaying] = useState(false)
  const video = useRef<HTMLVideoElement>(null)

  const show = useCallback(
    (wanted: number) => {
      const next = within(wanted)
      video.current?.pause()
      if (video.current) video.current.currentTime = momentOf(pictures, next) / 1000
      setIndex(next)
    },
    [pictures, within],
  )

  // As a ref of the video element: bound when it appears, so that it stands where the figures say.
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element
      if (element) element.currentTime = momentOf(pictures, index) / 1000
    },
    // Where it stands later, `show` decides.
    [pictures], // eslint-disable-line
  )

  useEffect(() => {
    const element = video.current
    if (!element || !isPlaying) return
    let request = 0
    const follow = () => {
      const at = indexAt(pictures, element.currentTime * 1000)
      if (at > last) return show(last)
      setIndex(within(at))
      request = requestAnimationFrame(follow)
    }
    request = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(request)
  }, [isPlaying, pictures, last, show, within])

  const toggle = () => {
    const element = video.current
    if (!element) return
    if (!element.paused) return show(indexAt(pictures, element.currentTime * 1000))
    if (index >= last) element.currentTime = (pictures.timesMs[first] ?? 0) / 1000
    void element.play().catch(() => undefined) // The browser may refuse; the picture stays.
  }

  return {
    index,
    first,
    last,
    isPlaying,
    attach,
    show,
    toggle,
    onPlay: () => setIsPlaying(true),
    onPause: () => setIsPlaying(false),
  }
}

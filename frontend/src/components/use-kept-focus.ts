import { useEffect, useRef } from "react"

/** Focus it, and move the page only where it would be out of sight. */
export function focusInSight(place: HTMLElement | null | undefined): void {
  place?.focus({ preventScroll: true })
  place?.scrollIntoView?.({ block: "nearest" }) // jsdom has no layout to scroll.
}

const isUsable = (place: EventTarget | null): place is HTMLElement =>
  place instanceof HTMLElement && place !== document.body && place.isConnected && !place.matches(":disabled")

/**
 * Put the focus on `place` when what had it leaves the page or can't be used any more. It would fall to the page's
 * body, and whoever works by keys or with a screen reader would begin again at the top. A dialog gives it back to where
 * it was opened.
 */
export function useKeptFocus(place: () => HTMLElement | null | undefined): void {
  const latest = useRef(place)
  latest.current = place

  useEffect(() => {
    let last: EventTarget | null = document.activeElement
    let onPage: EventTarget | null = last
    const remember = ({ target }: FocusEvent) => {
      last = target
      if (target instanceof Element && !target.closest("[role=dialog]")) onPage = target
    }
    const keep = () => {
      const { activeElement: active, body } = document
      if (!(last instanceof HTMLElement) || last === body || (active !== body && active !== last)) return
      if (isUsable(last)) return
      // An open dialog holds the focus by itself.
      if (document.querySelector("[role=dialog]")) return
      focusInSight(isUsable(onPage) ? onPage : latest.current())
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] })
    document.addEventListener("focusin", remember)
    return () => {
      observer.disconnect()
      document.removeEventListener("focusin", remember)
    }
  }, [])
}

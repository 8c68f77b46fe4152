import { useEffect, useRef, useState, type ReactNode } from "react"

import classes from "./wide-content.module.css"

/** What may be wider than its place, as a table is on a tablet: keys reach it to scroll it, where it does. */
export function WideContent({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWider, setIsWider] = useState(false)
  // After each drawing as well, since what is in it may have grown.
  useEffect(() => {
    const look = () => setIsWider(box.current !== null && box.current.scrollWidth > box.current.clientWidth)
    look()
    window.addEventListener("resize", look)
    return () => window.removeEventListener("resize", look)
  })
  const reached = isWider ? { tabIndex: 0, role: "group", "aria-label": label } : {}
  return (
    <div ref={box} className={classes.scroll} {...reached}>
      {children}
    </div>
  )
}

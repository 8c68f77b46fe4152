import { useEffect, useState, useSyncExternalStore } from "react"

import { clockTime } from "../../../components/numbers"
import { texts } from "../texts"
import { changeQueue } from "../queue"
import classes from "./workspace.module.css"

/** A save this quick needs no word; a slower one says "Saving". */
const QUICK_MS = 400

type Props = { onShowRefused: () => void }

/** What is saved, with the time; or what is not, and why. */
export function SaveState({ onShowRefused }: Props) {
  const { changes, waiting, savedAt, trouble, isDurable } = useSyncExternalStore(
    changeQueue.subscribe,
    changeQueue.snapshot,
  )
  const isSlow = useSlow(waiting > 0)
  const refused = changes.length - waiting
  const say = texts.saving

  if (refused > 0) {
    return (
      <span className={classes.save}>
        <button type="button" className={classes.trouble} onClick={onShowRefused}>
          {say.refused(refused)}
        </button>
      </span>
    )
  }
  if (trouble && waiting > 0) {
    const why = say.because[trouble]
    return (
      <span className={`${classes.save} ${classes.trouble}`} role="status">
        <span>
          {say.notYet(why)}
          <br />
          {isDurable ? say.kept(waiting) : say.keptInTab(waiting)}{" "}
          <button type="button" onClick={() => void changeQueue.flush()}>
            {say.now}
          </button>
        </span>
      </span>
    )
  }
  if (waiting > 0 && isSlow) return <span className={`${classes.save} ${classes.saving}`}>{say.saving}</span>
  return (
    <span className={`${classes.save} ${classes.saved} number`}>
      <span>✓ {savedAt ? say.saved(clockTime(savedAt)) : say.allSaved}</span>
    </span>
  )
}

function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsSlow(true), QUICK_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])
  return isSlow
}

import { Button, VisuallyHidden } from "@mantine/core"

import { KeyHint } from "../key-hint"
import { useShortcuts } from "../use-shortcuts"
import classes from "./moving.module.css"
import { texts } from "./texts"

type Props = {
  label: string
  /** Four digits, since they are where they are on every keyboard, in the order of the buttons. */
  keys: string
  onNudge: (ms: number) => void
}

const STEPS_MS = [-100, -10, 10, 100]

/** Buttons that move something in time by a little, each with its key. */
export function Nudges({ label, keys, onNudge }: Props) {
  const nudges = STEPS_MS.map((ms, index) => ({ ms, key: keys.charAt(index) }))
  useShortcuts(Object.fromEntries(nudges.map(({ key, ms }) => [key, () => onNudge(ms)])))
  return (
    <div role="group" aria-label={label} className={classes.nudges}>
      {nudges.map(({ key, ms }) => (
        <Button
          key={key}
          variant="default"
          aria-keyshortcuts={key}
          rightSection={<KeyHint keys={key} />}
          onClick={() => onNudge(ms)}
        >
          {texts.nudged(ms)}
          <VisuallyHidden>, {ms < 0 ? texts.earlier : texts.later}</VisuallyHidden>
        </Button>
      ))}
    </div>
  )
}

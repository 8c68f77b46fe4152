import { Button, VisuallyHidden } from "@mantine/core"

import { KeyHint } from "../key-hint"
import { useShortcuts } from "../use-shortcuts"
import classes from "./moving.module.css"
import { texts } from "./texts"

export type Nudge = { key: string; ms: number }

type Props = { label: string; nudges: readonly Nudge[]; onNudge: (ms: number) => void }

/** Buttons that move something in time by a little, each with its key. */
export function Nudges({ label, nudges, onNudge }: Props) {
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

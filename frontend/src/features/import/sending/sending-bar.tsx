import { Button, Group, Progress as Bar } from "@mantine/core"

import classes from "./sending.module.css"
import { texts } from "./texts"
import type { Progress } from "./use-sending"

type Props = {
  progress: Progress
  /** Of the recording; 0 where there is only a transcript. */
  allBytes: number
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

/** How far the recording has come, how long the rest will take, and what can be done about it. */
export function SendingBar({ progress, allBytes, onPause, onResume, onCancel }: Props) {
  const { phase, bytes, check } = progress
  if (phase === "checking") {
    return (
      <div className={classes.sending}>
        <Bar value={(check?.progress ?? 0) * 100} size={6} aria-label={texts.checkingLabel} />
        <p role="status">{check?.state === "queued" ? texts.waiting : texts.checking(check?.step ?? "")}</p>
        <Group gap={8}>
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        </Group>
      </div>
    )
  }
  if (phase === "reading" || allBytes === 0) {
    return (
      <div className={classes.sending}>
        <Bar value={100} size={6} animated aria-label={texts.reading} />
        <p role="status">{texts.reading}</p>
      </div>
    )
  }
  const isStopped = phase === "paused"
  return (
    <div className={classes.sending}>
      <Bar value={(bytes / allBytes) * 100} size={6} aria-label={texts.sendingLabel} />
      <p className="number">{factsOf(progress, allBytes).join(" · ")}</p>
      {phase !== "sending" && (
        <p role="status" className={classes.phase} data-is-broken={phase === "broken" || undefined}>
          {texts[phase]}
        </p>
      )}
      <Group gap={8}>
        <Button variant="default" onClick={isStopped ? onResume : onPause}>
          {isStopped ? texts.resume : texts.pause}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Group>
    </div>
  )
}

function factsOf({ bytes, pace }: Progress, allBytes: number): string[] {
  const sent = texts.sending(bytes, allBytes)
  return pace === null ? [sent] : [sent, texts.pace(pace), texts.left((allBytes - bytes) / pace)]
}

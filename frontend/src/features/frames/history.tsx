import type { FrameChange, FrameDetail } from "../../api/frames"
import { dateTime, mediaTime } from "../../components/numbers"
import classes from "./frames.module.css"
import { texts } from "./texts"

type Props = { frame: FrameDetail }

/** Who put what in the frame's place and when, the latest first. */
export function History({ frame: { changes } }: Props) {
  if (changes.length === 0) return <p className="small">{texts.desk.noHistory}</p>
  return (
    <ol className={classes.history}>
      {changes.toReversed().map((change) => (
        <li key={change.chosen_at} data-has-ended={change.ended_at ? true : undefined}>
          <span>{changed(change)}</span>
          <span className="small">
            {change.chosen_by ?? texts.desk.someone}, {dateTime(change.chosen_at)}
          </span>
          {change.ended_at && (
            <span className="small">
              {change.ended_by
                ? texts.desk.ended(change.ended_by, dateTime(change.ended_at))
                : texts.desk.endedByRule(dateTime(change.ended_at))}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function changed({ before, after }: FrameChange): string {
  const [from, to] = [before.presentation_ms, after.presentation_ms]
  if (from === to) return texts.desk.faceOnly
  const word = (ms: number | null) => (ms === null ? texts.desk.nothingBefore : mediaTime(ms))
  return texts.desk.moved(word(from), word(to))
}

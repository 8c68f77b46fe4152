import type { SessionDetail } from "../../api/corpus"
import { mediaTime } from "../../components/numbers"
import { ConsentMarks } from "./consent-marks"
import classes from "./sessions.module.css"
import { texts } from "./texts"

type Props = { session: SessionDetail }

/** Who was recorded, how long, and what they agree to, in a line. */
export function SessionFacts({ session }: Props) {
  const { client, counsellor, n_client_turns, n_turns, duration_ms, recording, consent } = session
  return (
    <div className={classes.facts}>
      <span>{texts.page.about(client, counsellor)}</span>
      <span>{texts.page.turns(n_client_turns, n_turns)}</span>
      <span>
        {duration_ms === null ? texts.noVideo : mediaTime(duration_ms, { tenths: false })}
        {recording && !recording.has_sound && `, ${texts.page.noSound}`}
      </span>
      <ConsentMarks consent={consent} />
    </div>
  )
}

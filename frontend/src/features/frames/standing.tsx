import { Button } from "@mantine/core"

import type { FrameDetail } from "../../api/frames"
import { KeyHint } from "../../components/key-hint"
import { count, dateTime, mediaTime } from "../../components/numbers"
import { FaceBox } from "./face-box"
import { faceWords, imageOf, ruleWords } from "./frame-facts"
import classes from "./frames.module.css"
import { texts } from "./texts"

type Props = { frame: FrameDetail; isBusy: boolean; onTakeBack?: () => void }

/** The picture that stands, how it was chosen, and the way back to the rule's. */
export function Standing({ frame, isBusy, onTakeBack }: Props) {
  const say = texts.desk
  const by = frame.chosen_at ? `${frame.chosen_by ?? say.someone}, ${dateTime(frame.chosen_at)}` : ""
  return (
    <div className={classes.standing}>
      {frame.image ? (
        <div className={classes.screen}>
          <img src={imageOf(frame)} alt={texts.alt(frame.position)} />
          <FaceBox box={frame.face_box} isSure={!frame.is_low_confidence} />
        </div>
      ) : (
        <p className={classes.missNote}>
          <strong>{say.missing}</strong> {frame.missing_reason || texts.notYet}
        </p>
      )}
      <dl className={classes.list}>
        <dt>{say.facts.rule}</dt>
        <dd>{frame.is_by_hand ? by : say.version(ruleWords(frame.rule), frame.rule_version)}</dd>
        {frame.presentation_ms !== null && (
          <>
            <dt>{say.facts.at}</dt>
            <dd className="number">{mediaTime(frame.presentation_ms)}</dd>
            <dt>{say.facts.face}</dt>
            <dd>{faceWords(frame)}</dd>
          </>
        )}
        {frame.sharpness !== null && (
          <>
            <dt>{say.facts.sharp}</dt>
            <dd>
              <span className="number">{count(Math.round(frame.sharpness))}</span>{" "}
              <span className="small">{say.facts.sharpNote}</span>
            </dd>
          </>
        )}
      </dl>
      {onTakeBack && (
        <Button
          variant="default"
          loading={isBusy}
          aria-keyshortcuts="U"
          rightSection={<KeyHint keys="U" />}
          onClick={onTakeBack}
        >
          {say.takeBack}
        </Button>
      )}
    </div>
  )
}

import { UnstyledButton } from "@mantine/core"

import type { Frame } from "../../api/frames"
import { mediaTime } from "../../components/numbers"
import { FaceBox } from "./face-box"
import { faceWords, imageOf, nameOf, ruleWords } from "./frame-facts"
import classes from "./frames.module.css"
import { texts } from "./texts"

type Props = { frame: Frame; areSeveral: boolean; isTabStop: boolean; onOpen: () => void }

/** One frame with its turn's words, its time, and how it was chosen; or why there is none. */
export function FrameCard({ frame, areSeveral, isTabStop, onOpen }: Props) {
  const at = frame.presentation_ms ?? frame.start_ms
  return (
    <UnstyledButton
      className={classes.card}
      data-frame={frame.id}
      data-is-doubtful={frame.is_low_confidence || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      <span className={classes.picture}>
        {frame.image ? (
          <>
            <img loading="lazy" decoding="async" src={imageOf(frame, "small")} alt={texts.alt(frame.position)} />
            <FaceBox box={frame.face_box} isSure={!frame.is_low_confidence} />
          </>
        ) : (
          <span className={classes.miss}>{frame.missing_reason || texts.notYet}</span>
        )}
      </span>
      <span className={classes.caption}>
        <strong>{nameOf(frame, areSeveral)}</strong>
        <span className="number">{at === null ? texts.noTime : mediaTime(at)}</span>
      </span>
      <span className={classes.words}>{frame.text ?? texts.withheld}</span>
      {(frame.image || frame.presentation_ms !== null) && (
        <span className={classes.facts}>
          <span data-is-by-hand={frame.is_by_hand || undefined}>{ruleWords(frame.rule)}</span>
          <span data-is-doubtful={frame.is_low_confidence || undefined}>{faceWords(frame)}</span>
          {frame.sharpness !== null && <span className="number">{texts.sharpness(frame.sharpness)}</span>}
        </span>
      )}
    </UnstyledButton>
  )
}

import { Button, Slider } from "@mantine/core"
import { useState } from "react"

import { urlOf } from "../../api/client"
import type { Region } from "../../api/corpus"
import type { FrameDetail } from "../../api/frames"
import { KeyHint } from "../../components/key-hint"
import { mediaTime } from "../../components/numbers"
import { RegionPicker } from "../../components/region-picker"
import type { Stretch } from "../../components/turn-clip"
import { useShortcuts } from "../../components/use-shortcuts"
import { FaceBox } from "./face-box"
import classes from "./frames.module.css"
import { momentInTurn, type Pictures } from "./pictures"
import type { Choice } from "./queries"
import { texts } from "./texts"
import { useStepper } from "./use-stepper"

type Props = {
  sessionId: number
  frame: FrameDetail
  /** Where the turn plays; of one without a length, the end is the start. */
  turn: Stretch
  pictures: Pictures
  mayChoose: boolean
  isBusy: boolean
  onChoose: (choice: Choice) => void
}

/** The recording, picture by picture within the turn; the one on the screen can be taken for the frame. */
export function Stepping({ sessionId, frame, turn, pictures, mayChoose, isBusy, onChoose }: Props) {
  const stepper = useStepper(pictures, turn, frame.frame_index)
  const [face, setFace] = useState<Region | null>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { index, first, last } = stepper
  const isCurrent = index === frame.frame_index && frame.image !== null
  const drawn = isDrawing ? face : null
  const canChoose = mayChoose && !isBusy && !hasFailed && (!isCurrent || drawn !== null)

  const choose = () => {
    const time_ms = isCurrent ? undefined : momentInTurn(pictures, index, turn)
    onChoose({ time_ms, face_box: drawn ?? undefined })
  }
  useShortcuts({
    ArrowLeft: () => stepper.show(index - 1),
    ArrowRight: () => stepper.show(index + 1),
    Home: () => stepper.show(first),
    End: () => stepper.show(last),
    " ": stepper.toggle,
    d: mayChoose ? () => setIsDrawing(!isDrawing) : undefined,
    Enter: canChoose ? choose : undefined,
  })

  const say = texts.desk
  if (hasFailed) return <p role="alert">{say.cannotShow}</p>
  const video = (
    <video
      ref={stepper.attach}
      muted
      playsInline
      preload="auto"
      src={urlOf(`sessions/${sessionId}/video/`)}
      aria-label={say.video}
      onPlay={stepper.onPlay}
      onPause={stepper.onPause}
      onError={() => setHasFailed(true)}
    />
  )
  return (
    <div className={classes.stepping}>
      {isDrawing ? (
        <RegionPicker value={face} onChange={setFace}>
          {video}
        </RegionPicker>
      ) : (
        <div className={classes.screen}>
          {video}
          {isCurrent && <FaceBox box={frame.face_box} isSure={!frame.is_low_confidence} />}
        </div>
      )}
      <Slider
        thumbLabel={say.moment}
        min={first}
        max={Math.max(first + 1, last)}
        disabled={first === last}
        value={index}
        label={(at) => mediaTime(pictures.timesMs[at] ?? 0)}
        onChange={stepper.show}
      />
      <div className={classes.controls}>
        <Button
          variant="default"
          aria-label={say.earlier}
          aria-keyshortcuts="ArrowLeft"
          disabled={index === first}
          onClick={() => stepper.show(index - 1)}
        >
          <KeyHint keys="←" isAll />
        </Button>
        <Button
          variant="default"
          aria-keyshortcuts="Space"
          rightSection={<KeyHint keys="Space" />}
          onClick={stepper.toggle}
        >
          {stepper.isPlaying ? say.pause : say.play}
        </Button>
        <Button
          variant="default"
          aria-label={say.later}
          aria-keyshortcuts="ArrowRight"
          disabled={index === last}
          onClick={() => stepper.show(index + 1)}
        >
          <KeyHint keys="→" isAll />
        </Button>
        <span className="small number" role="status">
          {say.at(index - first + 1, last - first + 1, mediaTime(pictures.timesMs[index] ?? 0))}
        </span>
      </div>
      {mayChoose && (
        <>
          <div className={classes.controls}>
            <Button
              disabled={!canChoose}
              loading={isBusy}
              aria-keyshortcuts="Enter"
              rightSection={<KeyHint keys="Enter" isOnAccent />}
              onClick={choose}
            >
              {isCurrent && drawn ? say.useFace : say.use}
            </Button>
            <Button
              variant="default"
              aria-keyshortcuts="D"
              rightSection={<KeyHint keys="D" />}
              onClick={() => setIsDrawing(!isDrawing)}
            >
              {isDrawing ? say.undraw : say.draw}
            </Button>
          </div>
          <p className="small">{isDrawing ? say.drawNote : isCurrent ? say.isCurrent : ""}</p>
        </>
      )}
    </div>
  )
}

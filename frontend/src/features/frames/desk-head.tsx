import { Button } from "@mantine/core"

import type { Frame, FrameDetail } from "../../api/frames"
import { KeyHint } from "../../components/key-hint"
import { PageHeader } from "../../components/page-header"
import { texts } from "./texts"

type Props = {
  frame: FrameDetail
  previous: Frame | undefined
  next: Frame | undefined
  onGo: (frame: Frame) => void
  onBack: () => void
}

export function DeskHead({ frame, previous, next, onGo, onBack }: Props) {
  return (
    <PageHeader
      title={texts.desk.title(frame.position)}
      actions={
        <>
          <Button variant="default" onClick={onBack} aria-keyshortcuts="Escape" rightSection={<KeyHint keys="Esc" />}>
            {texts.desk.back}
          </Button>
          <Button
            variant="default"
            disabled={!previous}
            aria-keyshortcuts="P"
            rightSection={<KeyHint keys="P" />}
            onClick={() => previous && onGo(previous)}
          >
            {texts.desk.previous}
          </Button>
          <Button
            variant="default"
            disabled={!next}
            aria-keyshortcuts="N"
            rightSection={<KeyHint keys="N" />}
            onClick={() => next && onGo(next)}
          >
            {texts.desk.next}
          </Button>
        </>
      }
    >
      {frame.text ?? texts.withheld}
    </PageHeader>
  )
}

import { Button, Group, Slider, Stack } from "@mantine/core"
import { useState, type ReactNode } from "react"

import classes from "./face-picker.module.css"
import { mediaTime } from "./numbers"
import type { Rectangle } from "./region"
import { RegionPicker } from "./region-picker"
import { texts } from "./texts"

/** A face on the picture, and the part of the picture that is taken where it is chosen. */
export type FaceOnPicture = { face: Rectangle; region: Rectangle }

type Props = {
  /** The picture at `atMs`; it fills the width it gets. */
  children: ReactNode
  /** From left to right; undefined while they are looked for. */
  faces: FaceOnPicture[] | undefined
  atMs: number
  durationMs: number
  value: Rectangle | null
  onChange: (value: Rectangle | null) => void
  /** Look at another moment. */
  onMoment: (ms: number) => void
}

/** One of the faces in a picture, chosen by its number; where none is found, a rectangle drawn by hand. */
export function FacePicker({ children, faces, atMs, durationMs, value, onChange, onMoment }: Props) {
  const say = texts.faces
  const [isDrawing, setIsDrawing] = useState(false)
  const isChosen = ({ region }: FaceOnPicture) => JSON.stringify(region) === JSON.stringify(value)
  return (
    <Stack gap="sm">
      {isDrawing ? (
        <RegionPicker value={value} onChange={onChange}>
          {children}
        </RegionPicker>
      ) : (
        <div className={classes.picture}>
          {children}
          {value && (
            <span className={classes.region} style={placed(value)}>
              <span>{say.region}</span>
            </span>
          )}
          {faces?.map((each, index) => (
            <button
              key={index}
              type="button"
              className={classes.face}
              style={placed(each.face)}
              aria-label={say.face(index + 1)}
              aria-pressed={isChosen(each)}
              onClick={() => onChange(each.region)}
            >
              <span>{index + 1}</span>
            </button>
          ))}
        </div>
      )}
      {!isDrawing && (
        <p role="status" className="small">
          {faces === undefined ? say.looking : faces.length === 0 ? say.none : say.found(faces.length)}
        </p>
      )}
      <Slider
        key={atMs}
        thumbLabel={say.moment}
        min={0}
        max={durationMs}
        step={500}
        defaultValue={atMs}
        label={(ms) => mediaTime(ms)}
        onChangeEnd={onMoment}
      />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setIsDrawing(!isDrawing)}>
          {isDrawing ? say.undraw : say.draw}
        </Button>
        {value && !isDrawing && (
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            {say.clear}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const share = (value: number) => `${value * 100}%`
const placed = ({ x, y, w, h }: Rectangle) => ({ left: share(x), top: share(y), width: share(w), height: share(h) })

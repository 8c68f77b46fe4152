import { fireEvent, render, screen } from "@testing-library/react"
import { expect, it, vi } from "vitest"

import type { Probe } from "../queries"
import { DraftPlayer } from "./draft-player"
import { draftOf, turn } from "./test-draft"

function showWith(size: Pick<Probe, "width" | "height">) {
  const draft = draftOf([turn(0, 0)])
  const onUnplayable = vi.fn()
  const probe = draft.probe && { ...draft.probe, ...size }
  render(
    <DraftPlayer
      {...{ draft: { ...draft, probe }, roles: {}, offsetMs: 0, video: { current: null } }}
      onUnplayable={onUnplayable}
    />,
  )
  fireEvent.loadedMetadata(screen.getByLabelText("The recording as it was sent"))
  return onUnplayable
}

it("tells of a picture that the browser does not show", () => {
  expect(showWith({ width: 320, height: 240 })).toHaveBeenCalledOnce()
})

it("plays sound alone, which has no picture to show", () => {
  expect(showWith({ width: null, height: null })).not.toHaveBeenCalled()
})

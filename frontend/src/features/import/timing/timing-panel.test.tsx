import { MantineProvider } from "@mantine/core"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"

import type { Draft } from "../queries"
import { draftOf, turn } from "./test-draft"
import { texts } from "./texts"
import { TimingPanel } from "./timing-panel"

const upload = {
  id: "u1",
  name: "talk.mp4",
  bytes: 200,
  arrived_bytes: 80,
  is_copied: false,
  created_at: "2026-05-12T10:00:00Z",
  expires_at: "2026-05-15T10:00:00Z",
}
const show = (draft: Draft) =>
  render(
    <MantineProvider>
      <TimingPanel
        draft={draft}
        roles={{}}
        offset={{ ms: 0, move: () => undefined, isSaved: true, error: null }}
        video={{ current: null }}
        isPlayable={false}
        onUnplayable={() => undefined}
        onPlay={() => undefined}
        onJump={() => undefined}
      />
    </MantineProvider>,
  )

it("says of an import without a recording that nothing plays", () => {
  show({ ...draftOf([turn(0, null)]), probe: null })

  expect(screen.getByText(texts.noRecording)).toBeTruthy()
})

it("does not say so while the recording is on its way", () => {
  show({ ...draftOf([turn(0, null)]), probe: null, upload })

  expect(screen.getByRole("heading", { name: texts.title })).toBeTruthy()
  expect(screen.queryByText(texts.noRecording)).toBeNull()
})

import { MantineProvider } from "@mantine/core"
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"

import type { SessionDetail } from "../../api/corpus"
import { FramesSummary } from "./frames-summary"

function show(looks: number, more: Partial<SessionDetail> = {}, several = 0) {
  // Only what the summary reads of a session.
  const session = {
    id: 1,
    has_video: true,
    state: "ready",
    turns: [],
    recording: { face_search: { finder: "yunet", looks, misses: 0, several }, client_region: null },
    ...more,
  } as unknown as SessionDetail
  const page = () => (
    <MantineProvider>
      <FramesSummary slug="pilot" session={session} isPreparing={false} />
    </MantineProvider>
  )
  render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })}
    />,
  )
}

it("says that no picture was looked through, and names no face then", async () => {
  show(0)

  expect(await screen.findByText("No picture was searched for the client's face.")).toBeTruthy()
  expect(screen.queryByText(/largest one was used/)).toBeNull()
})

it("says how often the face was found, and whose it is taken for", async () => {
  show(3)

  expect(await screen.findByText(/found in all of the 3 pictures searched/)).toBeTruthy()
  expect(screen.getByText(/largest one was used/)).toBeTruthy()
})

it("says how many pictures show more than one face, where the largest may be somebody else's", async () => {
  show(3, {}, 2)

  expect(await screen.findByText(/2 pictures of these show more than one face/)).toBeTruthy()
})

it("tells a rater whose pass shows no picture that the frames are withheld, and offers none", async () => {
  show(3, { recording: null })

  expect(await screen.findByText("Your pass does not show the frames of this session.")).toBeTruthy()
  expect(screen.queryByRole("link")).toBeNull()
})

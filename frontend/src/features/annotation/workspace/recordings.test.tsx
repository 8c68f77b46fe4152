import { cleanup, fireEvent, screen } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"

import { NO_VIDEO, openWorkspace, show, startServer } from "./test-workspace"

let server: ReturnType<typeof startServer>

beforeEach(() => {
  server = startServer()
})

test("a view that is being made says how far it is, and is shown when it is there", async () => {
  const waiting = { ...NO_VIDEO, why_not: "That view is still being made.", is_blurred: true, duration_ms: 9000 }
  server.media = { ...waiting, making: { progress: 0.4, step: "Blurring the faces" } }
  await show({ ...openWorkspace(), media: server.media })

  expect(screen.getByRole("progressbar", { name: "Progress of the view that is being made" })).toBeTruthy()
  expect(screen.getByText("40 %")).toBeTruthy()
  expect(screen.queryByLabelText("Recording of the session")).toBeNull()

  server.media = { ...waiting, why_not: "", video_url: "/api/v1/sessions/14/video/" }
  expect(await screen.findByLabelText("Recording of the session", {}, { timeout: 8000 })).toBeTruthy()
  expect(screen.getByText("You see this recording with blurred faces.")).toBeTruthy()
})

test("sound alone raises no alarm about its picture, and a picture that does not show raises one", async () => {
  const media = { ...NO_VIDEO, why_not: "", video_url: "/sound/", has_sound: true, duration_ms: 9000 }
  await show({ ...openWorkspace(), media })
  fireEvent.loadedMetadata(screen.getByLabelText("Recording of the session"))

  expect(screen.queryByText(/cannot show the picture/)).toBeNull()
  expect(screen.getByText("This recording is sound alone; there is no picture to see.")).toBeTruthy()

  cleanup()
  await show({ ...openWorkspace(), media: { ...media, has_picture: true } })
  fireEvent.loadedMetadata(screen.getByLabelText("Recording of the session"))

  expect(screen.getByText(/cannot show the picture/)).toBeTruthy()
})

test("the counsellor's picture is offered as soon as it is prepared, and V makes it the large one", async () => {
  const placed = { offset_ms: 3420, drift_ppm: 0, duration_ms: 9000, is_heard: false }
  const playing = { ...NO_VIDEO, why_not: "", video_url: "/client/", duration_ms: 9000 }
  const making = { progress: 0.7, step: "Counsellor's camera: Converting the video for browsers" }
  server.media = {
    ...playing,
    counsellor: { ...placed, video_url: null, why_not: "The video is still being prepared.", making },
  }
  const user = await show({ ...openWorkspace(), media: server.media })

  expect(screen.getByText(/The counsellor's camera: The video is still being prepared.*70 %/)).toBeTruthy()
  expect(screen.queryByRole("button", { name: /Swap/ })).toBeNull()

  server.media = { ...playing, counsellor: { ...placed, video_url: "/counsellor/", why_not: "", making: null } }
  const picture = await screen.findByLabelText("The counsellor's camera", {}, { timeout: 8000 })
  expect([picture.getAttribute("src"), (picture as HTMLVideoElement).muted]).toEqual(["/counsellor/", true])
  expect(screen.queryByText(/still being prepared/)).toBeNull()
  await user.keyboard("v")
  expect(screen.getByRole("button", { name: /Swap/ }).getAttribute("aria-pressed")).toBe("true")
})

test("the small picture is remembered for the person", async () => {
  const media = { ...NO_VIDEO, why_not: "", video_url: "/large/", small_video_url: "/small/", duration_ms: 9000 }
  const user = await show({ ...openWorkspace(), media })
  const shown = () => screen.getByLabelText("Recording of the session").getAttribute("src")

  expect(shown()).toBe("/large/")
  await user.click(screen.getByRole("button", { name: "Smaller video" }))
  expect(shown()).toBe("/small/")
  expect(Object.keys(localStorage).filter((key) => localStorage.getItem(key) === "true")).toEqual([
    "attune.small-picture.asha",
  ])
  localStorage.clear()
})

import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router"
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { Limits } from "../queries"
import { renderRouter } from "../../../test-router"
import { SendForm } from "./send-form"
import { useSending } from "./use-sending"

const LIMITS: Limits = {
  max_video_bytes: 10e9,
  room_bytes: 20e9,
  max_transcript_bytes: 1e6,
  transcript_formats: ["vtt"],
  video_formats: ["mp4"],
}
const NAMES = ["march/client.mp4", "march/counsellor.mp4"]

/** Which uploads an import was begun with, and which were looked through before. */
let begun: FormData[]
let lookedThrough: string[]

beforeEach(() => {
  begun = []
  lookedThrough = []
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = address.replace("/api/v1/", "")
    if (path.startsWith("studies/pilot/server-folder/")) {
      if (init.method !== "POST") {
        const recordings = NAMES.map((name) => ({ name, bytes: 4e9, modified_at: "2026-05-12T10:00:00Z" }))
        return Response.json({ is_there: true, n_recordings: 2, recordings })
      }
      const { name } = JSON.parse(String(init.body)) as { name: string }
      const upload = {
        id: `id-of-${name.slice(6)}`,
        name: name.slice(6),
        bytes: 4e9,
        arrived_bytes: 0,
        is_copied: true,
      }
      return Response.json(upload, { status: 201 })
    }
    if (path.endsWith("/inspection/")) {
      lookedThrough.push(path.split("/")[1] ?? "")
      return Response.json({ uuid: "1", state: "succeeded", progress: 1, step: "" }, { status: 202 })
    }
    if (path === "studies/pilot/drafts/" && init.method === "POST") {
      begun.push(init.body as FormData)
      return Response.json({ id: 4, upload: null }, { status: 201 })
    }
    return Response.json([])
  })
})
afterEach(() => vi.unstubAllGlobals())

function Form() {
  return <SendForm slug="pilot" limits={LIMITS} sending={useSending("pilot")} />
}

async function show() {
  const router = createRouter({ routeTree: createRootRoute({ component: Form }), history: createMemoryHistory() })
  renderRouter(router)
  const user = userEvent.setup({ delay: null })
  await user.upload(await screen.findByLabelText(/Transcript/), new File(["WEBVTT"], "talk.vtt"))
  return user
}

async function take(user: Awaited<ReturnType<typeof show>>, kind: string, name: string) {
  await user.click(await screen.findByRole("button", { name: `Choose from the server: ${kind}` }))
  const list = await screen.findByRole("dialog")
  await user.click(await within(list).findByRole("button", { name: `Take ${name}` }))
  await screen.findByText(name.slice(6))
}

test("both cameras' recordings are taken from the server, and looked through before the import begins", async () => {
  const user = await show()

  await take(user, "Recording", "march/client.mp4")
  await take(user, "Counsellor's camera", "march/counsellor.mp4")
  expect(screen.getAllByText(/It is on the server already/)).toHaveLength(2)
  await user.click(screen.getByRole("button", { name: "Upload and preview" }))

  await waitFor(() => expect(begun).toHaveLength(1))
  expect(lookedThrough).toEqual(["id-of-client.mp4", "id-of-counsellor.mp4"])
  expect([begun[0]?.get("upload"), begun[0]?.get("counsellor_upload")]).toEqual(lookedThrough)
})

test("what was taken from the server can be left out again", async () => {
  const user = await show()

  await take(user, "Recording", "march/client.mp4")
  await take(user, "Counsellor's camera", "march/counsellor.mp4")
  const [, , ofCounsellor] = screen.getAllByRole("button", { name: "Remove" })
  if (ofCounsellor) await user.click(ofCounsellor)
  await user.click(screen.getByRole("button", { name: "Upload and preview" }))

  await waitFor(() => expect(begun).toHaveLength(1))
  expect([begun[0]?.get("upload"), begun[0]?.get("counsellor_upload")]).toEqual(["id-of-client.mp4", null])
})

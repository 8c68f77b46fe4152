import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"

import type { CounsellorRecording, SessionDetail } from "../../api/corpus"
import { CamerasView } from "./cameras-view"
import { sessionQueries } from "./queries"

const SECOND: CounsellorRecording = {
  duration_ms: 14_000,
  offset_ms: 3420,
  drift_ppm: 0,
  has_sound: true,
  original_name: "counsellor.mp4",
  is_ready: true,
  ...{ sounds: [], sound_track: null },
}

let received: { path: string; body: unknown }[]
/** Where the server has the camera begin. */
let keptMs: number

beforeEach(() => {
  received = []
  keptMs = SECOND.offset_ms
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const session = { id: 14, counsellor_recording: { ...SECOND, offset_ms: keptMs } }
    if (!init.method || init.method === "GET") return Response.json(session)
    const body = JSON.parse(String(init.body)) as { offset_ms: number }
    received.push({ path: `${init.method} ${address.replace("/api/v1/", "")}`, body })
    if (body.offset_ms > 20_000) {
      const message = "Laid so, the two recordings share no moment. Move the counsellor's."
      return Response.json({ code: "cameras_refused", message, fields: { offset_ms: [message] } }, { status: 400 })
    }
    keptMs = body.offset_ms
    return Response.json({ ...SECOND, offset_ms: keptMs })
  })
})

function Page() {
  const session = useQuery(sessionQueries.one(14)).data as SessionDetail | undefined
  const second = session?.counsellor_recording
  return session && second ? <CamerasView session={session} second={second} durationMs={20_000} /> : null
}

async function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText("The counsellor's camera began 3.42 s after the client's.")
  return userEvent.setup({ delay: null })
}

test("keys move the counsellor's camera at once, and where it stops is kept", async () => {
  const user = await show()

  await user.keyboard("886")
  expect(screen.getByText("The counsellor's camera began 3.61 s after the client's.")).toBeTruthy()
  expect(await screen.findByText("Saved", undefined, { timeout: 3000 })).toBeTruthy()

  expect(received).toEqual([{ path: "PATCH sessions/14/counsellor-recording/", body: { offset_ms: 3610 } }])
})

test("one key takes it back to where it lay", async () => {
  const user = await show()
  expect(screen.queryByRole("button", { name: /Back to/ })).toBeNull()

  await user.keyboard("5")
  expect(screen.getByRole("button", { name: /Back to 3.420 s/ })).toBeTruthy()
  await user.keyboard("u")

  expect(screen.getByText("The counsellor's camera began 3.42 s after the client's.")).toBeTruthy()
  await vi.waitFor(() => expect(received.at(-1)?.body).toEqual({ offset_ms: 3420 }), { timeout: 3000 })
})

test("a figure under which they share no moment is refused where it was typed", async () => {
  const user = await show()

  const field = screen.getByRole("textbox", { name: /began, in seconds/ })
  await user.clear(field)
  await user.type(field, "30")

  expect(await screen.findByText(/Not saved: Laid so/, undefined, { timeout: 3000 })).toBeTruthy()
  expect(keptMs).toBe(3420)
})

import { describe, expect, it } from "vitest"

import { begunBefore, type RecordingUpload } from "./recording-upload"

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // SHA-256 of "abc", FIPS 180-2.

const begun: RecordingUpload = {
  id: "7a0cf4d2-0000-4000-8000-000000000000",
  name: "hour.mp4",
  bytes: 6,
  arrived_bytes: 3,
  head_bytes: 3,
  head_sha256: ABC,
  created_at: "2026-05-02T09:00:00Z",
  expires_at: "2026-05-05T09:00:00Z",
}

describe("a recording that was begun before", () => {
  it("is known by its name, its length and what has arrived of it", async () => {
    expect(await begunBefore([begun], new File(["abcdef"], "hour.mp4"))).toBe(begun)
  })

  it.each([
    ["another name", new File(["abcdef"], "hour 2.mp4")],
    ["another length", new File(["abcde"], "hour.mp4")],
    ["other bytes under the same name", new File(["abXdef"], "hour.mp4")],
  ])("is not taken for a file of %s", async (_what, file) => {
    expect(await begunBefore([begun], file)).toBeNull()
  })

  it("is begun anew while nothing has arrived", async () => {
    expect(await begunBefore([{ ...begun, head_bytes: 0 }], new File(["abcdef"], "hour.mp4"))).toBeNull()
  })
})

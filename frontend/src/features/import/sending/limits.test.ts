import { describe, expect, it } from "vitest"

import { fileFault, kindOf, limitsText } from "./limits"

const limits = {
  max_video_bytes: 2_000_000_000,
  room_bytes: 9_000_000_000,
  max_transcript_bytes: 1_000_000,
  transcript_formats: ["vtt", "srt"],
  video_formats: ["mp4", "mov"],
}

describe("a file is checked before it is sent", () => {
  it("passes within the limits, however its ending is written", () => {
    expect(fileFault({ name: "Session 3.VTT", size: 1_000_000 }, "transcript", limits)).toBeNull()
  })

  it("is refused with its name, its size and the limit", () => {
    const fault = fileFault({ name: "long.vtt", size: 1_000_001 }, "transcript", limits)

    expect(fault).toContain("long.vtt has 1.0 MB")
  })

  it("is refused when empty", () => {
    expect(fileFault({ name: "a.mp4", size: 0 }, "video", limits)).toContain("a.mp4 is empty")
  })

  it("is refused in a format that is not read, naming those that are", () => {
    expect(fileFault({ name: "notes.docx", size: 10 }, "transcript", limits)).toContain("vtt or srt")
    expect(fileFault({ name: "README", size: 10 }, "video", limits)).toContain("mp4 or mov")
  })
})

it("knows a transcript from a recording by the name, wherever it was dropped", () => {
  expect(kindOf("a.b.srt", limits)).toBe("transcript")
  expect(kindOf("A.MOV", limits)).toBe("video")
  expect(kindOf("a.zip", limits)).toBeNull()
})

describe("what there is room for is told before a file is chosen", () => {
  it("beside the limit, where there is more room than that", () => {
    expect(limitsText("video", limits)).toBe("mp4, mov; up to 2.0 GB. There is room for 9.0 GB.")
  })

  it("as the limit, where the disk has no more", () => {
    const short = { ...limits, max_video_bytes: 1_200_000, room_bytes: 1_200_000 }

    expect(limitsText("video", short)).toContain("up to 1.2 MB. That is all the room there is")
    expect(limitsText("video", { ...short, max_video_bytes: 0, room_bytes: 0 })).toContain("no room")
  })
})

import { expect, test, vi } from "vitest"

import { ApiError } from "../../api/client"
import type { SessionTurn, Transcript } from "../../api/corpus"
import { testClip } from "../../components/test-clip"
import { EditLine, withWaiting, type Edit } from "./edit-line"

const turn = (id: string, text: string): SessionTurn => ({
  id,
  position: 0,
  speaker: "Ana",
  role: "client",
  start_ms: 0,
  end_ms: 1000,
  clip: testClip(0, 1000),
  text,
  backchannels: [],
  has_frame: false,
  frame_missing: null,
})

const transcript = (...turns: SessionTurn[]): Transcript => ({
  version: 2,
  can_undo: true,
  turns,
  labels: {},
  second_looks: {},
  remarks: [],
})
const stale = () => new ApiError(409, "stale_transcript", "changed meanwhile")
const mend = (seen: SessionTurn, text: string): Edit => ({ kind: "change", turn: seen, said: { text } })

function lineWith(send: (edit: Edit) => Promise<void>, load: () => Promise<Transcript> = async () => transcript()) {
  return new EditLine({ send, load }, () => 7)
}

test("edits go one after another, in the order they were made", async () => {
  const sent: string[] = []
  let release = () => undefined as void
  const line = lineWith(async (edit) => {
    sent.push(edit.kind)
    if (edit.kind === "change") await new Promise<void>((resolve) => (release = resolve))
  })

  line.add(mend(turn("a", "Yes"), "No"))
  line.add({ kind: "undo" })

  expect(sent).toEqual(["change"])
  release()
  await vi.waitFor(() => expect(line.snapshot().waiting).toEqual([]))
  expect(sent).toEqual(["change", "undo"])
  expect(line.snapshot().saved).toEqual({ edit: { kind: "undo" }, at: 7 })
})

test("an edit of a turn that the other tab left alone is sent again by itself", async () => {
  const seen = turn("a", "Yes")
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValueOnce(stale()).mockResolvedValue()
  const line = lineWith(send, async () => transcript({ ...seen, speaker: "Bo" }))

  line.add(mend(seen, "No"))

  await vi.waitFor(() => expect(line.snapshot().saved).not.toBeNull())
  expect(send).toHaveBeenCalledTimes(2)
  expect(line.snapshot().trouble).toBeNull()
})

test("an edit of what the other tab changed waits for the person, who is shown what stands there", async () => {
  const seen = turn("a", "Yes")
  const theirs = turn("a", "Perhaps")
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValueOnce(stale()).mockResolvedValue()
  const line = lineWith(send, async () => transcript(theirs))

  line.add(mend(seen, "No"))
  await vi.waitFor(() => expect(line.snapshot().trouble).toMatchObject({ kind: "conflict", now: theirs }))
  line.retry()

  await vi.waitFor(() => expect(line.snapshot().waiting).toEqual([]))
  expect(send).toHaveBeenCalledTimes(2)
})

test("an undo is never repeated over what another tab did", async () => {
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValue(stale())
  const line = lineWith(send)

  line.add({ kind: "undo" })

  await vi.waitFor(() => expect(line.snapshot().trouble?.kind).toBe("conflict"))
  expect(send).toHaveBeenCalledTimes(1)
})

test("without a connection edits are kept and go when it is back", async () => {
  const lost = new ApiError(0, "no_connection", "")
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValueOnce(lost).mockResolvedValue()
  const line = lineWith(send)

  line.add(mend(turn("a", "Yes"), "No"))
  line.add(mend(turn("b", "So"), "As"))
  await vi.waitFor(() => expect(line.snapshot().trouble?.kind).toBe("unsent"))
  expect(line.snapshot().waiting).toHaveLength(2)
  line.retry()

  await vi.waitFor(() => expect(line.snapshot().waiting).toEqual([]))
  expect(send).toHaveBeenCalledTimes(3)
})

test("a refused edit takes with it what rests on it", async () => {
  const refusal = new ApiError(400, "no_words", "needs words")
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValue()
  const line = lineWith(send)

  line.add(mend(turn("a", "Yes"), " "))
  line.add({ kind: "split", turn: turn("a", " "), at: 1, atMs: null })
  line.add({ kind: "undo" })

  await vi.waitFor(() => expect(line.snapshot().trouble?.kind).toBe("refused"))
  expect(line.snapshot().waiting).toEqual([])
  expect(send).toHaveBeenCalledTimes(1)
})

test("leaving a turn as it stands keeps what was changed of others meanwhile", async () => {
  const seen = turn("a", "Yes")
  const other = mend(turn("b", "So"), "As")
  const send = vi.fn<(edit: Edit) => Promise<void>>().mockRejectedValueOnce(stale()).mockResolvedValue()
  const line = lineWith(send, async () => transcript(turn("a", "Perhaps")))
  line.add(mend(seen, "No"))
  await vi.waitFor(() => expect(line.snapshot().trouble?.kind).toBe("conflict"))
  line.add(other)

  line.drop()

  await vi.waitFor(() => expect(line.snapshot().saved?.edit).toBe(other))
  expect(line.snapshot()).toMatchObject({ waiting: [], trouble: null })
  expect(send).toHaveBeenCalledTimes(2)
})

test("what is on its way is shown, and other turns stay the same objects", () => {
  const [a, b] = [turn("a", "Yes"), turn("b", "So")]

  const shown = withWaiting([a, b], [mend(a, "No"), { kind: "change", turn: a, said: { role: "other" } }])

  expect(shown[0]).toMatchObject({ text: "No", role: "other" })
  expect(shown[1]).toBe(b)
})

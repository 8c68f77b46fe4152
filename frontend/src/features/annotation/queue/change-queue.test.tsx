import { beforeEach, describe, expect, test, vi } from "vitest"

import { ApiError } from "../../../api/client"
import type { SavedAnnotation, ScoreValue } from "../../../api/types"
import type { Change } from "./change"
import { ChangeQueue, turnKey, type Server } from "./change-queue"
import { ChangeStore } from "./change-store"

/** The server's rules for one annotation, in memory: a client key counts once, a stale edit of a construct is refused. */
class MemoryServer implements Server {
  annotation: SavedAnnotation = {
    version: 0,
    scores: {},
    cannot_judge: null,
    is_complete: false,
    updated_at: null,
    turn_revision: null,
    transcript_revision: 1,
  }
  events: { key: string; construct: string; value: ScoreValue; version: number }[] = []
  loggedIn: string | null = "asha"
  /** Thrown before anything is stored, one a request. */
  faults: (Error | null)[] = []
  /** The answer is lost after the changes were stored, once. */
  losesNextAnswer = false
  unknownValue: ScoreValue = null

  save = async (batch: Change[]): Promise<SavedAnnotation> => {
    const fault = this.faults.shift()
    if (fault) throw fault
    if (this.loggedIn === null) throw new ApiError(403, "not_authenticated", "Log in.")
    const fresh = batch.filter((change) => !this.events.some((event) => event.key === change.clientKey))
    if (this.unknownValue !== null && fresh.some((change) => change.value === this.unknownValue)) {
      throw new ApiError(400, "unknown_value", "That is no level.")
    }
    const isStale = fresh.some((change) =>
      this.events.some((event) => event.construct === change.construct && event.version > change.version),
    )
    if (isStale) throw new ApiError(409, "stale_edit", "Changed elsewhere.")
    for (const { clientKey, construct, value } of fresh) this.write(clientKey, construct, value)
    if (this.losesNextAnswer) {
      this.losesNextAnswer = false
      throw new ApiError(0, "no_connection", "Lost.")
    }
    return this.annotation
  }
  /** Why the turn shows nothing, though what was on its way is let through. */
  whyHidden: ApiError | null = null
  current = async () => {
    if (this.whyHidden) throw this.whyHidden
    return this.annotation
  }
  whoAmI = async () => this.loggedIn

  write(key: string, construct: string, value: ScoreValue) {
    const version = this.annotation.version + 1
    this.events.push({ key, construct, value, version })
    const { [construct]: _before, ...others } = this.annotation.scores
    const scores = value === null ? others : { ...others, [construct]: value }
    this.annotation = { ...this.annotation, version, scores }
  }
}

const noConnection = () => new ApiError(0, "no_connection", "Gone.")

let server: MemoryServer
let clock: number

function openTab(username = "asha"): ChangeQueue {
  const store = new ChangeStore(window.localStorage)
  const queue = new ChangeQueue(
    store,
    server,
    (work) => work(),
    () => clock++,
    () => undefined,
  )
  queue.start(username)
  return queue
}

const change = (construct: string, value: ScoreValue, seen: ScoreValue = null, version = 0) => ({
  assignment: 1,
  turnRevision: 1,
  turn: "t1",
  construct,
  value,
  seen,
  version,
})

beforeEach(() => {
  window.localStorage.clear()
  vi.useFakeTimers()
  server = new MemoryServer()
  clock = 1_000
})

describe("saving", () => {
  test("a change is acknowledged with the server's word and the time", async () => {
    const queue = openTab()

    queue.add(change("engagement", 3))
    await queue.flush()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
    expect(queue.snapshot()).toMatchObject({ waiting: 0, trouble: null, saved: { [turnKey(1, "t1")]: { version: 1 } } })
    expect(queue.snapshot().savedAt).not.toBeNull()
  })

  test("changes of one construct arrive one by one in the order they were made", async () => {
    const queue = openTab()

    queue.add(change("engagement", 3))
    queue.add(change("engagement", 4, 3))
    queue.add(change("engagement", 2, 4))
    await queue.flush()

    expect(server.events.map((event) => event.value)).toEqual([3, 4, 2])
  })

  test("a construct that depends on another never overtakes it", async () => {
    const queue = openTab()
    server.faults = [noConnection()]

    queue.add(change("incongruence", "minimizing"))
    queue.add(change("incongruence", "none", "minimizing"))
    queue.add(change("incongruence", "contradiction", "none"))
    queue.add(change("direction", "opposed"))
    await queue.flush()
    await vi.runAllTimersAsync()

    expect(server.events.map((event) => event.value)).toEqual(["minimizing", "none", "contradiction", "opposed"])
  })

  test("an answer lost on the way does not double the change", async () => {
    const queue = openTab()
    server.losesNextAnswer = true

    queue.add(change("engagement", 3))
    await queue.flush()
    await vi.runAllTimersAsync()

    expect(server.events).toHaveLength(1)
    expect(queue.snapshot()).toMatchObject({ waiting: 0, trouble: null })
  })
})

describe("without the server", () => {
  test("changes wait, say why, and are sent when it is back", async () => {
    const queue = openTab()
    server.faults = Array.from({ length: 4 }, noConnection)

    queue.add(change("engagement", 3))
    queue.add(change("confidence", 5))
    await queue.flush()
    expect(queue.snapshot()).toMatchObject({ waiting: 2, trouble: "no_connection" })
    await vi.runAllTimersAsync()

    expect(server.annotation.scores).toEqual({ engagement: 3, confidence: 5 })
    expect(queue.snapshot()).toMatchObject({ waiting: 0, trouble: null })
  })

  test("a closed tab leaves its changes to the next one", async () => {
    const closed = openTab()
    server.faults = Array.from({ length: 2 }, noConnection)
    closed.add(change("engagement", 3))
    await closed.flush()
    vi.clearAllTimers()
    server.faults = []

    await openTab().flush()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
  })

  test("the pause between attempts grows", async () => {
    const queue = openTab()
    server.faults = Array.from({ length: 3 }, () => new ApiError(503, "unexpected_answer", "Starting."))
    const attempts = vi.spyOn(server, "save")

    queue.add(change("engagement", 3))
    await queue.flush()
    const before = attempts.mock.calls.length
    await vi.advanceTimersByTimeAsync(900)

    expect(queue.snapshot().trouble).toBe("server_fault")
    expect(attempts.mock.calls.length).toBe(before)
    await vi.runAllTimersAsync()
    expect(queue.snapshot().waiting).toBe(0)
  })

  test("a browser without room still sends, and says that the tab must stay open", async () => {
    const queue = openTab()
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("Full.", "QuotaExceededError")
    })
    server.faults = [noConnection()]

    queue.add(change("engagement", 3))
    await queue.flush()
    expect(queue.snapshot()).toMatchObject({ waiting: 1, isDurable: false })
    await vi.runAllTimersAsync()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
    vi.restoreAllMocks()
  })
})

describe("log-ins", () => {
  test("changes made before a log-in ended are sent after the next one of the same person", async () => {
    const queue = openTab()
    server.loggedIn = null
    queue.add(change("engagement", 3))
    await queue.flush()
    expect(queue.snapshot()).toMatchObject({ waiting: 1, trouble: "logged_out" })

    server.loggedIn = "asha"
    queue.start("asha")
    await queue.flush()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
  })

  test("one person's changes are never sent by another's log-in", async () => {
    const asha = openTab("asha")
    server.faults = Array.from({ length: 2 }, noConnection)
    asha.add(change("engagement", 3))
    await asha.flush()
    vi.clearAllTimers()
    server.faults = []

    const ben = openTab("ben")
    await ben.flush()

    expect(server.events).toEqual([])
    expect(ben.snapshot().changes).toEqual([])
  })

  test("what another person may not see is kept for the person who made it", async () => {
    const queue = openTab()
    server.loggedIn = "ben"
    server.faults = [new ApiError(404, "not_found", "Nothing here."), new ApiError(404, "not_found", "Nothing here.")]

    queue.add(change("engagement", 3))
    await queue.flush()

    expect(queue.snapshot()).toMatchObject({ waiting: 1, trouble: "logged_out" })
  })
})

describe("conflicts", () => {
  test("the person chooses between two values of the same construct", async () => {
    const queue = openTab()
    server.write("elsewhere", "engagement", 5)

    queue.add(change("engagement", 3))
    await queue.flush()
    const [conflict] = queue.snapshot().changes
    expect(conflict?.refusal).toEqual({ kind: "conflict", theirs: 5, version: 1 })
    queue.keepMine(conflict as Change)
    await queue.flush()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
    expect(queue.snapshot().changes).toEqual([])
  })

  test("taking the other value drops mine and shows theirs", async () => {
    const queue = openTab()
    server.write("elsewhere", "engagement", 5)
    queue.add(change("engagement", 3))
    await queue.flush()

    queue.giveUp(queue.snapshot().changes[0] as Change)

    expect(queue.snapshot().changes).toEqual([])
    expect(queue.snapshot().saved[turnKey(1, "t1")]?.scores).toEqual({ engagement: 5 })
  })

  test.each([
    ["a turn that was taken out", new ApiError(404, "not_found", "Not found.")],
    ["a pass that waits for another", new ApiError(409, "channel_passes_first", "First finish the other pass.")],
  ])("a conflict on %s is told to the person, and holds nothing back", async (_what, whyHidden) => {
    const queue = openTab()
    server.write("elsewhere", "engagement", 5)
    server.whyHidden = whyHidden

    queue.add(change("engagement", 3))
    await queue.flush()
    queue.add(change("arousal", 7, null, 1))
    await queue.flush()

    expect(queue.snapshot()).toMatchObject({ waiting: 0, trouble: null })
    expect(queue.snapshot().changes.map(({ construct, refusal }) => [construct, refusal?.kind])).toEqual([
      ["engagement", "refused"],
    ])
    expect(server.annotation.scores.arousal).toBe(7)
  })

  test("another construct goes on around a conflict", async () => {
    const queue = openTab()
    server.write("elsewhere", "engagement", 5)

    queue.add(change("engagement", 3))
    queue.add(change("confidence", 2))
    await queue.flush()

    expect(server.annotation.scores).toEqual({ engagement: 5, confidence: 2 })
  })

  test("the same value from two tabs is no conflict", async () => {
    const queue = openTab()
    server.write("elsewhere", "engagement", 3)

    queue.add(change("engagement", 3))
    await queue.flush()

    expect(queue.snapshot().changes).toEqual([])
  })
})

describe("refusals", () => {
  test("one bad change does not hold back the others made with it", async () => {
    const queue = openTab()
    server.faults = [noConnection(), noConnection()]
    server.unknownValue = 17

    queue.add(change("engagement", 17))
    queue.add(change("confidence", 2))
    await queue.flush()
    await vi.runAllTimersAsync()

    expect(server.annotation.scores).toEqual({ confidence: 2 })
    expect(queue.snapshot().changes).toMatchObject([{ construct: "engagement", refusal: { code: "unknown_value" } }])
  })

  test("a refused change is offered again when the person asks", async () => {
    const queue = openTab()
    server.faults = [new ApiError(409, "assignment_done", "This pass is done.")]
    queue.add(change("engagement", 3))
    await queue.flush()
    expect(queue.snapshot()).toMatchObject({ waiting: 0, changes: [{ refusal: { code: "assignment_done" } }] })

    queue.retryRefused()
    await queue.flush()

    expect(server.annotation.scores).toEqual({ engagement: 3 })
  })
})

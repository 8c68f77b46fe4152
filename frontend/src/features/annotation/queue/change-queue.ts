import { ApiError, isLoggedOut } from "../../../api/client"
import type { Annotation, SavedAnnotation, ScoreValue } from "../../../api/types"
import { newClientKey, sameValue, type Change } from "./change"
import { ChangeStore } from "./change-store"

/** Why changes are waiting, when it is not just their turn. */
export type Trouble = "no_connection" | "server_fault" | "logged_out"

export type QueueState = {
  /** Every change of this person that the server does not have, in order; those it refused included. */
  changes: readonly Change[]
  /** Changes that are waiting to be sent. */
  waiting: number
  /** When the server last took one, in milliseconds since 1970. */
  savedAt: number | null
  trouble: Trouble | null
  /** False when the browser has no room: changes then live only as long as this tab. */
  isDurable: boolean
  /** What the server last said of each turn this browser has saved, by `turnKey`. */
  saved: Readonly<Record<string, SavedAnnotation>>
}

export type NewChange = Pick<
  Change,
  "assignment" | "turn" | "turnRevision" | "construct" | "value" | "seen" | "version"
>

/** The server's word on one turn, after it took changes or was asked about a conflict. */
export type Saved = { key: string; annotation: SavedAnnotation; at: number | null }

export const turnKey = (assignment: number, turn: string): string => `${assignment}/${turn}`

/** The server, as far as the queue needs it. */
export type Server = {
  save: (batch: Change[]) => Promise<SavedAnnotation>
  current: (change: Change) => Promise<SavedAnnotation>
  whoAmI: () => Promise<string | null>
}

/** As many changes as the server takes at once. */
const LARGEST_BATCH = 50
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Sends changes in the order they were made, one request at a time over all tabs, and forgets none before the server
 * has it. A change the server refuses for good waits for the person's word; the others go on around it.
 */
export class ChangeQueue {
  private username: string | null = null
  private state: QueueState = { changes: [], waiting: 0, savedAt: null, trouble: null, isDurable: true, saved: {} }
  private failures = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null
  private lastOrder = 0
  private readonly stateListeners = new Set<() => void>()

  constructor(
    private readonly store: ChangeStore,
    private readonly server: Server,
    private readonly exclusively: (work: () => Promise<void>) => Promise<void>,
    private readonly now: () => number,
    /** Lets the other tabs know, who `hear` it. */
    private readonly tellOthers: (saved: Saved) => void,
  ) {
    store.onForeignChange(() => this.refresh())
  }

  /** From now on changes are `username`'s. What this person left behind in this browser is sent. */
  start(username: string): void {
    this.username = username
    this.failures = 0
    this.refresh({ trouble: null })
    void this.flush()
  }

  add(change: NewChange): void {
    if (this.username === null) throw new Error("No one is logged in.")
    const lastKnown = this.state.changes.at(-1)?.order ?? 0
    // The clock may be set back; the order may not.
    this.lastOrder = Math.max(this.now(), lastKnown + 1, this.lastOrder + 1)
    const identity = { clientKey: newClientKey(), username: this.username, order: this.lastOrder, refusal: null }
    this.store.put({ ...change, ...identity })
    this.refresh()
    void this.flush()
  }

  /** Send what is waiting; settles when there is nothing left to send, or sending has to wait for something. */
  async flush(): Promise<void> {
    clearTimeout(this.retryTimer)
    this.sending ??= this.exclusively(() => this.drain()).finally(() => {
      this.sending = null
      this.refresh()
    })
    await this.sending
    // Added after the last look into the store, before the end of sending was noticed.
    if (this.state.trouble === null && this.nextBatch().length > 0) await this.flush()
  }

  /** After a conflict: send this value all the same. */
  keepMine(change: Change): void {
    if (change.refusal?.kind !== "conflict") return
    const { version, theirs } = change.refusal
    this.store.put({ ...change, version, seen: theirs, refusal: null })
    this.refresh()
    void this.flush()
  }

  /** Drop a refused change, and the later ones of its construct that were waiting behind it. */
  giveUp(change: Change): void {
    for (const each of this.state.changes) {
      if (isBehind(each, change)) this.store.remove(each.clientKey)
    }
    this.refresh()
    void this.flush()
  }

  /** Offer refused changes once more, as after reopening a pass. */
  retryRefused(): void {
    for (const change of this.state.changes) {
      if (change.refusal?.kind === "refused") this.store.put({ ...change, refusal: null })
    }
    this.refresh()
    void this.flush()
  }

  readonly snapshot = (): QueueState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  /** What another tab has saved. */
  hear({ key, annotation, at }: Saved): void {
    this.refresh({ saved: { ...this.state.saved, [key]: annotation }, savedAt: at })
  }

  private async drain(): Promise<void> {
    for (let batch = this.nextBatch(); batch.length > 0; batch = this.nextBatch()) {
      if (!(await this.attempt(batch))) return
    }
  }

  /** True: go on with the next. False: stop sending for now. */
  private async attempt(batch: Change[]): Promise<boolean> {
    let annotation: SavedAnnotation
    try {
      annotation = await this.server.save(batch)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return this.settle(batch, error)
    }
    this.taken(batch, annotation)
    return true
  }

  /**
   * The oldest changes of one turn that were made on the same version and the same words, as far as no construct comes twice: the second
   * has to be told the version that the first has made. A construct that waits for the person's word is left out.
   */
  private nextBatch(): Change[] {
    const changes = this.username === null ? [] : this.store.all(this.username)
    const asking = changes.filter((change) => change.refusal)
    const ready = changes.filter((change) => !asking.some((refused) => sameConstruct(refused, change)))
    const [first] = ready
    if (!first) return []
    const ofTurn = ready.filter((change) => sameTurn(change, first))
    const end = ofTurn.findIndex(
      (change, index) =>
        change.version !== first.version ||
        change.turnRevision !== first.turnRevision ||
        ofTurn.slice(0, index).some((earlier) => sameConstruct(earlier, change)),
    )
    return ofTurn.slice(0, end === -1 ? LARGEST_BATCH : Math.min(end, LARGEST_BATCH))
  }

  private taken(batch: Change[], annotation: SavedAnnotation): void {
    for (const change of batch) this.store.remove(change.clientKey)
    const [{ assignment, turn }] = batch as [Change] // A batch is never empty here.
    this.rebase(assignment, turn, annotation)
    this.failures = 0
    this.tell({ key: turnKey(assignment, turn), annotation, at: this.now() })
  }

  /** Changes still waiting whose `seen` is what the server has now were made in knowledge of it. */
  private rebase(assignment: number, turn: string, annotation: Annotation): void {
    const decided = new Set<string>()
    for (const change of this.store.all(this.username ?? "")) {
      if (change.assignment !== assignment || change.turn !== turn || decided.has(change.construct)) continue
      decided.add(change.construct)
      if (!change.refusal && sameValue(change.seen, valueIn(annotation, change.construct))) {
        this.store.put({ ...change, version: annotation.version })
      }
    }
  }

  private async settle(batch: Change[], error: ApiError): Promise<boolean> {
    if (isPassing(error)) return this.wait(error)
    if (isLoggedOut(error)) return this.stop("logged_out")
    try {
      if (error.code === "stale_edit") {
        await this.compare(batch)
        return true
      }
      // Another person may have logged in with another tab; what they may not see is not refused for good.
      if ((error.status === 403 || error.status === 404) && (await this.server.whoAmI()) !== this.username) {
        return this.stop("logged_out")
      }
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      if (isLoggedOut(failed)) return this.stop("logged_out")
      // Of a turn that was taken out, or a pass that waits for another, there is nothing to compare with; to wait would
      // hold all others back.
      if (isPassing(failed)) return this.wait(failed)
    }
    if (batch.length > 1) return this.eachAlone(batch)
    for (const change of batch) {
      this.store.put({ ...change, refusal: { kind: "refused", code: error.code, message: error.message } })
    }
    this.refresh()
    return true
  }

  /** The server takes all of a batch or nothing; one bad change must not hold the others back. */
  private async eachAlone(batch: Change[]): Promise<boolean> {
    for (const change of batch) {
      if (!(await this.attempt([change]))) return false
    }
    return true
  }

  /** A conflict: what the other side left alone is sent again on its version; the rest is for the person to decide. */
  private async compare(batch: Change[]): Promise<void> {
    const [{ assignment, turn }] = batch as [Change] // A batch is never empty here.
    const annotation = await this.server.current(batch[0] as Change)
    const { version } = annotation
    for (const change of batch) {
      const theirs = valueIn(annotation, change.construct)
      if (sameValue(theirs, change.value)) this.store.remove(change.clientKey)
      else if (sameValue(theirs, change.seen) && change.version !== version) this.store.put({ ...change, version })
      else this.store.put({ ...change, refusal: { kind: "conflict", theirs, version } })
    }
    this.tell({ key: turnKey(assignment, turn), annotation, at: this.state.savedAt })
  }

  private wait(error: ApiError): false {
    const delay = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]
    this.failures += 1
    this.retryTimer = setTimeout(() => void this.flush(), delay)
    return this.stop(error.status === 0 ? "no_connection" : "server_fault")
  }

  private stop(trouble: Trouble): false {
    this.refresh({ trouble })
    return false
  }

  private refresh(news: Partial<QueueState> = {}): void {
    const changes = this.username === null ? [] : this.store.all(this.username)
    const waiting = changes.filter((change) => !change.refusal).length
    this.state = { ...this.state, ...news, changes, waiting, isDurable: this.store.isDurable }
    this.stateListeners.forEach((listener) => listener())
  }

  private tell(saved: Saved): void {
    this.tellOthers(saved)
    this.refresh({ saved: { ...this.state.saved, [saved.key]: saved.annotation }, savedAt: saved.at, trouble: null })
  }
}

const sameConstruct = (a: Change, b: Change) => sameTurn(a, b) && a.construct === b.construct

const sameTurn = (a: Change, b: Change) => a.assignment === b.assignment && a.turn === b.turn

const isBehind = (each: Change, change: Change) => sameConstruct(each, change) && each.order >= change.order

export const valueIn = (annotation: Annotation, construct: string): ScoreValue =>
  (construct === "cannot_judge" ? annotation.cannot_judge : annotation.scores[construct]) ?? null

/** Whether the same request may go well later. */
const isPassing = ({ status }: ApiError) => status === 0 || status >= 500 || status === 429

import { ApiError } from "../../api/client"
import type { SessionTurn, Transcript } from "../../api/corpus"

export type Said = Partial<Pick<SessionTurn, "speaker" | "role" | "start_ms" | "end_ms">> & { text?: string }

/** One change of the transcript, with the turn as the person saw it when they made it. */
export type Edit =
  | { kind: "change"; turn: SessionTurn; said: Said }
  | { kind: "split"; turn: SessionTurn; at: number; atMs: number | null }
  | { kind: "merge"; turn: SessionTurn; next: SessionTurn }
  | { kind: "undo" }

export type Trouble =
  /** It did not reach the server; it is kept and can be sent again. */
  | { kind: "unsent"; error: Error }
  /** The server does not take it, and says why. */
  | { kind: "refused"; edit: Edit; error: Error }
  /** The turn was changed elsewhere; `now` is what stands there, if it still does. */
  | { kind: "conflict"; edit: Edit; now: SessionTurn | undefined }

export type EditState = { waiting: readonly Edit[]; saved: { edit: Edit; at: number } | null; trouble: Trouble | null }

export type Server = {
  /** Make the change to the version that is known here, and keep the answer. */
  send: (edit: Edit) => Promise<void>
  /** Load what stands there now, and keep it. */
  load: () => Promise<Transcript>
}

/**
 * Sends edits one after another, each on the version that the one before has made. Where another tab came first, an
 * edit of what that left alone is sent again by itself; otherwise the person decides.
 */
export class EditLine {
  private state: EditState = { waiting: [], saved: null, trouble: null }
  private isSending = false
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly server: Server,
    private readonly now: () => number,
  ) {}

  readonly snapshot = (): EditState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  add(edit: Edit): void {
    // A refusal has been read by whoever goes on; what waits for their word still does.
    const trouble = this.state.trouble?.kind === "refused" ? null : this.state.trouble
    this.set({ waiting: [...this.state.waiting, edit], trouble })
    void this.drain()
  }

  /** Send what is waiting once more; after a conflict, in knowledge of what stands there. */
  retry(): void {
    this.set({ trouble: null })
    void this.drain()
  }

  /** Give up what was not saved: all that did not reach the server, or after a conflict what rests on that edit. */
  drop(): void {
    const { trouble, waiting } = this.state
    this.set({ waiting: trouble?.kind === "conflict" ? without(trouble.edit, waiting) : [], trouble: null })
    void this.drain()
  }

  private async drain(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    try {
      for (let edit = this.next(); edit; edit = this.next()) {
        const trouble = await this.attempt(edit)
        if (!trouble) this.set({ waiting: this.state.waiting.slice(1), saved: { edit, at: this.now() } })
        else if (trouble.kind === "refused") this.set({ waiting: without(edit, this.state.waiting), trouble })
        else this.set({ trouble })
      }
    } finally {
      this.isSending = false
    }
  }

  /** What can be sent now: nothing while something waits for the person's word. */
  private next(): Edit | undefined {
    const { waiting, trouble } = this.state
    return trouble === null || trouble.kind === "refused" ? waiting[0] : undefined
  }

  private async attempt(edit: Edit): Promise<Trouble | null> {
    try {
      await this.server.send(edit)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === "stale_transcript") return this.compare(edit)
      const isLost = error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429
      if (isLost || error.code === "not_authenticated") return { kind: "unsent", error }
      return { kind: "refused", edit, error }
    }
  }

  private async compare(edit: Edit): Promise<Trouble | null> {
    try {
      const { turns } = await this.server.load()
      if (isLeftAlone(edit, turns)) return await this.attempt(edit)
      const now = edit.kind === "undo" ? undefined : turns.find(({ id }) => id === edit.turn.id)
      return { kind: "conflict", edit, now }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: "unsent", error }
    }
  }

  private set(news: Partial<EditState>): void {
    this.state = { ...this.state, ...news }
    this.listeners.forEach((listener) => listener())
  }
}

/** The edits that do not rest on this one: those of other turns. An undo would take back something else. */
function without(dropped: Edit, waiting: readonly Edit[]): Edit[] {
  const own = idsOf(dropped)
  return waiting.filter(
    (edit) => edit !== dropped && edit.kind !== "undo" && !idsOf(edit).some((id) => own.includes(id)),
  )
}

const idsOf = (edit: Edit): string[] =>
  edit.kind === "undo" ? [] : edit.kind === "merge" ? [edit.turn.id, edit.next.id] : [edit.turn.id]

/** Whether all that the edit touches still reads as the person saw it. */
function isLeftAlone(edit: Edit, turns: SessionTurn[]): boolean {
  if (edit.kind === "undo") return false // It would take back what the other side did.
  const at = turns.findIndex(({ id }) => id === edit.turn.id)
  const now = turns[at]
  if (!now) return false
  const reads = (turn: SessionTurn, seen: SessionTurn, fields: readonly (keyof Said)[]) =>
    fields.every((field) => turn[field] === seen[field])
  if (edit.kind === "change") return reads(now, edit.turn, Object.keys(edit.said) as (keyof Said)[])
  if (edit.kind === "split") return reads(now, edit.turn, ["text", "start_ms", "end_ms"])
  const next = turns[at + 1]
  return next?.id === edit.next.id && reads(now, edit.turn, ["text"]) && reads(next, edit.next, ["text"])
}

/** The turns with the changes that are on their way. */
export function withWaiting(turns: SessionTurn[], waiting: readonly Edit[]): SessionTurn[] {
  const said = new Map<string, Said>()
  for (const edit of waiting) {
    if (edit.kind === "change") said.set(edit.turn.id, { ...said.get(edit.turn.id), ...edit.said })
  }
  return said.size ? turns.map((turn) => (said.has(turn.id) ? { ...turn, ...said.get(turn.id) } : turn)) : turns
}

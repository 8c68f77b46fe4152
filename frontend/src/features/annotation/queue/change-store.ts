import type { Change } from "./change"

const PREFIX = "attune.change."

/**
 * Changes on their way to the server, kept in localStorage: written before the handler of a key press returns, shared
 * by all tabs, there after a crash. Each change has an entry of its own, so that two tabs never overwrite each other.
 */
export class ChangeStore {
  /** What the browser had no room for. It is sent like the rest, but does not survive a closed tab. */
  private readonly homeless = new Map<string, Change>()

  constructor(private readonly storage: Storage) {}

  put(change: Change): void {
    try {
      this.storage.setItem(PREFIX + change.clientKey, JSON.stringify(change))
      this.homeless.delete(change.clientKey)
    } catch {
      this.homeless.set(change.clientKey, change)
    }
  }

  remove(clientKey: string): void {
    this.storage.removeItem(PREFIX + clientKey)
    this.homeless.delete(clientKey)
  }

  /** In the order in which they were made. */
  all(username: string): Change[] {
    const stored = Object.keys(this.storage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => parse(this.storage.getItem(key)))
      .filter((change) => change !== null)
    return [...stored, ...this.homeless.values()]
      .filter((change) => change.username === username)
      .sort((a, b) => a.order - b.order)
  }

  /** True when every change would outlive this tab. */
  get isDurable(): boolean {
    return this.homeless.size === 0
  }

  /** Call `listener` when another tab adds or removes a change. */
  onForeignChange(listener: () => void): () => void {
    const listen = (event: StorageEvent) => {
      if (event.key === null || event.key.startsWith(PREFIX)) listener()
    }
    window.addEventListener("storage", listen)
    return () => window.removeEventListener("storage", listen)
  }
}

function parse(text: string | null): Change | null {
  // Another tab may have removed it between listing and reading.
  return text === null ? null : (JSON.parse(text) as Change) // Only `put` writes under this prefix.
}

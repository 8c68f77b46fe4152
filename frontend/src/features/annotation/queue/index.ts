/** The one queue of this tab, bound to the browser and the server. */
import { request } from "../../../api/client"
import type { Me, SavedAnnotation } from "../../../api/types"
import type { Change } from "./change"
import { ChangeQueue, type Saved, type Server } from "./change-queue"
import { ChangeStore } from "./change-store"

const PATIENCE_MS = 20_000

const addressOf = (change: Change) => `assignments/${change.assignment}/turns/${change.turn}/annotation/`

const server: Server = {
  save: (batch) =>
    request<SavedAnnotation>(addressOf(batch[0] as Change), {
      method: "PATCH",
      body: {
        version: batch[0]?.version,
        turn_revision: batch[0]?.turnRevision ?? null,
        changes: batch.map(({ clientKey, construct, value }) => ({ client_key: clientKey, construct, value })),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  current: (change) => request<SavedAnnotation>(addressOf(change), { signal: AbortSignal.timeout(PATIENCE_MS) }),
  whoAmI: async () => (await request<Me>("me/", { signal: AbortSignal.timeout(PATIENCE_MS) })).user?.username ?? null,
}

/** One tab sends at a time. Without locks (plain http on a lab's network) the client keys alone prevent doubles. */
const exclusively = async (work: () => Promise<void>): Promise<void> => {
  if ("locks" in navigator) await navigator.locks.request("attune.changes", work)
  else await work()
}

const tabs = new BroadcastChannel("attune.saved")

export const changeQueue = new ChangeQueue(
  new ChangeStore(window.localStorage),
  server,
  exclusively,
  Date.now,
  (saved) => tabs.postMessage(saved),
)

tabs.addEventListener("message", (event: MessageEvent<Saved>) => changeQueue.hear(event.data))

window.addEventListener("online", () => void changeQueue.flush())
window.addEventListener("beforeunload", (event) => {
  // Kept changes survive the tab and are sent next time; people should still know before they walk away.
  if (changeQueue.snapshot().waiting > 0) event.preventDefault()
})

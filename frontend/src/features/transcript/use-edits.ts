import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState, useSyncExternalStore } from "react"

import { request } from "../../api/client"
import type { Transcript } from "../../api/corpus"
import { EditLine, type Edit } from "./edit-line"
import { transcriptQueries, undo } from "./queries"

/** The edits of a session's transcript; what the server answers goes into the query cache. */
export function useEdits(sessionId: number) {
  const queryClient = useQueryClient()
  const [line] = useState(() => {
    const query = transcriptQueries.one(sessionId)
    const send = async (edit: Edit) => {
      const version = queryClient.getQueryData(query.queryKey)?.version ?? 0
      const answer = await sendEdit(sessionId, edit, version)
      queryClient.setQueryData(query.queryKey, (old) => old && { ...old, ...answer })
    }
    const load = () => queryClient.fetchQuery({ ...query, staleTime: 0 })
    return new EditLine({ send, load }, Date.now)
  })
  const state = useSyncExternalStore(line.subscribe, line.snapshot)
  const isWaiting = state.waiting.length > 0

  useEffect(() => {
    if (!isWaiting) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const retry = () => line.snapshot().trouble?.kind === "unsent" && line.retry()
    window.addEventListener("beforeunload", warn)
    window.addEventListener("online", retry)
    return () => {
      window.removeEventListener("beforeunload", warn)
      window.removeEventListener("online", retry)
    }
  }, [isWaiting, line])
  return { line, ...state }
}

function sendEdit(sessionId: number, edit: Edit, version: number): Promise<Transcript> {
  if (edit.kind === "undo") return undo(sessionId, version)
  const address = `turns/${edit.turn.id}/`
  if (edit.kind === "change") return request(address, { method: "PATCH", body: { ...edit.said, version } })
  const body = edit.kind === "split" ? { at: edit.at, at_ms: edit.atMs, version } : { version }
  return request(`${address}${edit.kind}/`, { method: "POST", body })
}

import { queryOptions } from "@tanstack/react-query"

import { query, request } from "../../api/client"
import type { CounsellorRecording, Session, SessionDetail } from "../../api/corpus"
import { pagedQuery } from "../../api/paging"
import type { Job, Schemas } from "../../api/types"

const POLL_MS = 3000

export const sessionQueries = {
  /** Prefix of every list and page of sessions. */
  all: () => ["sessions"] as const,
  list: (slug: string, { search, ordering }: { search: string; ordering: string }) =>
    pagedQuery<Session>(
      [...sessionQueries.all(), "list", slug, search, ordering],
      `studies/${slug}/sessions/${query({ search, ordering })}`,
    ),
  one: (id: number) =>
    queryOptions({
      queryKey: [...sessionQueries.all(), "one", id],
      queryFn: ({ signal }) => request<SessionDetail>(`sessions/${id}/`, { signal }),
      // Who may not watch the job still sees when the session is ready.
      refetchInterval: ({ state }) => (state.data?.state === "preparing" ? POLL_MS : false),
    }),
}

export const changeSession = (id: number, changes: Schemas["PatchedSessionInputRequest"]) =>
  request<Session>(`sessions/${id}/`, { method: "PATCH", body: changes })

export const moveCounsellorCamera = (id: number, offset_ms: number) =>
  request<CounsellorRecording>(`sessions/${id}/counsellor-recording/`, { method: "PATCH", body: { offset_ms } })

export const prepareSession = (id: number) => request<Job>(`sessions/${id}/prepare/`, { method: "POST" })

import { queryOptions } from "@tanstack/react-query"

import { query, request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Assignment, SavedAnnotation, Turn, Workspace } from "../../api/types"
import { WATCHED } from "../../api/withdrawal"
import { newClientKey } from "./queue/change"

const POLL_MS = 3000

export const assignmentQueries = {
  mine: (slug: string) =>
    pagedQuery<Assignment>(
      ["assignments", slug, "mine"],
      `studies/${slug}/assignments/${query({ mine: 1, page_size: 200 })}`,
    ),
  workspace: (id: number) =>
    queryOptions({
      queryKey: ["workspace", id],
      queryFn: ({ signal }) => loadWorkspace(id, signal),
      // What is on the screen is kept up to date by the answers to each change, never by a refetch under someone's hands.
      staleTime: Infinity,
      gcTime: 0,
    }),
}

export const loadWorkspace = (id: number, signal?: AbortSignal) =>
  request<Workspace>(`assignments/${id}/workspace/`, { signal })

/** What of the recording the pass shows by now: asked often until what is being made is there, and then now and then. */
export const mediaQuery = (id: number, known: Workspace["media"]) =>
  queryOptions({
    queryKey: ["workspace", id, "media"],
    queryFn: ({ signal }) => request<Workspace["media"]>(`assignments/${id}/media/`, { signal }),
    initialData: known,
    staleTime: Infinity,
    ...WATCHED,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? POLL_MS : WATCHED.refetchInterval),
    gcTime: 0,
  })

/** Whether something of it is being made, be it a second camera's picture alone. */
const isAwaited = ({ making, counsellor }: Workspace["media"]) => Boolean(making ?? counsellor?.making)

/** Say that the answers stand for the turn as the screen shows it now. */
export const confirmAnswers = (assignment: number, turn: Turn) =>
  request<SavedAnnotation>(`assignments/${assignment}/turns/${turn.id}/confirm/`, {
    method: "POST",
    body: { client_key: newClientKey(), turn_revision: turn.revision },
  })

export const markDone = (id: number) => request<Assignment>(`assignments/${id}/done/`, { method: "POST" })

export const reopen = (id: number) => request<Assignment>(`assignments/${id}/reopen/`, { method: "POST" })

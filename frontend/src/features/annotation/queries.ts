import { queryOptions } from "@tanstack/react-query"

import { query, request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Assignment, Workspace } from "../../api/types"

export const assignmentQueries = {
  mine: (slug: string) =>
    pagedQuery<Assignment>(
      ["assignments", slug, "mine"],
      `studies/${slug}/assignments/${query({ mine: 1, page_size: 200 })}`,
    ),
  workspace: (id: number) =>
    queryOptions({
      queryKey: ["workspace", id],
      queryFn: ({ signal }) => request<Workspace>(`assignments/${id}/workspace/`, { signal }),
      // What is on the screen is kept up to date by the answers to each change, never by a refetch under someone's hands.
      staleTime: Infinity,
      gcTime: 0,
    }),
}

export const markDone = (id: number) => request<Assignment>(`assignments/${id}/done/`, { method: "POST" })

export const reopen = (id: number) => request<Assignment>(`assignments/${id}/reopen/`, { method: "POST" })

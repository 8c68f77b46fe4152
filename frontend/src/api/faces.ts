import { queryOptions } from "@tanstack/react-query"

import { query, request } from "./client"
import type { Candidates } from "./frames"

/** The faces of a recording at a moment; without one, at the first of several that shows two. */
export const facesQuery = (of: "drafts" | "sessions", id: number, atMs: number | undefined) =>
  queryOptions({
    queryKey: ["faces", of, id, atMs],
    queryFn: ({ signal }) => request<Candidates>(`${of}/${id}/faces/${query({ at_ms: atMs })}`, { signal }),
    staleTime: Infinity,
    retry: false,
  })

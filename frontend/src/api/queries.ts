/** What every screen asks: who am I, and which study is this. */
import { queryOptions } from "@tanstack/react-query"

import { request } from "./client"
import type { Me, Study } from "./types"

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request<Me>("me/", { signal }),
  staleTime: 60_000,
})

export const studyQuery = (slug: string) =>
  queryOptions({
    queryKey: ["study", slug],
    queryFn: ({ signal }) => request<Study>(`studies/${slug}/`, { signal }),
  })

/** What every screen asks: who am I, and which study is this. */
import { queryOptions } from "@tanstack/react-query"

import { request, urlOf } from "./client"
import type { Me, Member, Study } from "./types"

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

/** Who has which role, for leads and stewards. */
export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ["members", slug],
    queryFn: ({ signal }) => request<Member[]>(`studies/${slug}/members/`, { signal }),
  })

/** Every rater's answers with all that they noted beside them, for leads. */
export const answersCsv = (slug: string): string => urlOf(`studies/${slug}/answers.csv`)

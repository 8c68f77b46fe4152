import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { query, request, urlOf } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Release, ReleasePlan, ReleaseRow } from "../../api/releases"

export type PlanChoice = { holdoutShare: number; seed: number }

export const releaseQueries = {
  /** Prefix of every list and page of releases. */
  all: () => ["releases"] as const,
  list: (slug: string) => pagedQuery<ReleaseRow>([...releaseQueries.all(), "list", slug], `studies/${slug}/releases/`),
  one: (id: number) =>
    queryOptions({
      queryKey: [...releaseQueries.all(), "one", id],
      queryFn: ({ signal }) => request<Release>(`releases/${id}/`, { signal }),
    }),
  plan: (slug: string, { holdoutShare, seed }: PlanChoice) =>
    queryOptions({
      queryKey: [...releaseQueries.all(), "plan", slug, holdoutShare, seed],
      queryFn: ({ signal }) =>
        request<ReleasePlan>(`studies/${slug}/release-preview/${query({ holdout_share: holdoutShare, seed })}`, {
          signal,
        }),
      placeholderData: keepPreviousData,
      // Gold labels change on other pages: whoever comes back sees no plan of before, not even while it is asked anew.
      gcTime: 0,
    }),
}

export const freezeRelease = (slug: string, { holdoutShare, seed, note }: PlanChoice & { note: string }) =>
  request<Release>(`studies/${slug}/releases/`, { method: "POST", body: { holdout_share: holdoutShare, seed, note } })

export const approveRelease = (id: number) => request<Release>(`releases/${id}/approve/`, { method: "POST" })

export const downloadOf = (id: number): string => urlOf(`releases/${id}/download/`)

import { queryOptions } from "@tanstack/react-query"

import { query, request, urlOf } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Schemas } from "../../api/types"
import type { ReleaseRow } from "../../api/releases"
import { isOver, type ErrorKind, type Prediction, type Preflight, type Run, type RunDetail } from "../../api/runs"

const POLL_MS = 1500

/** Which errors, or all turns, and of which session. */
export type PredictionsAsked = { only: ErrorKind; session?: string }
const asParameters = ({ only, session }: PredictionsAsked) => ({ only: only === "all" ? undefined : only, session })

export const runQueries = {
  /** Prefix of every list and page of runs. */
  all: () => ["runs"] as const,
  list: (slug: string) => pagedQuery<Run>([...runQueries.all(), "list", slug], `studies/${slug}/runs/`),
  one: (id: number) =>
    queryOptions({
      queryKey: [...runQueries.all(), "one", id],
      queryFn: ({ signal }) => request<RunDetail>(`runs/${id}/`, { signal }),
      // Other arms may go on after this one has ended, and their figures are on the same page.
      refetchInterval: ({ state }) =>
        !state.data || [state.data, ...state.data.group_runs].every(isOver) ? false : POLL_MS,
    }),
  predictions: (id: number, asked: PredictionsAsked) =>
    pagedQuery<Prediction>(
      [...runQueries.all(), "predictions", id, asked],
      `runs/${id}/predictions/${query({ ...asParameters(asked), page_size: 20 })}`,
    ),
  releases: (slug: string) =>
    pagedQuery<ReleaseRow>([...runQueries.all(), "releases", slug], `studies/${slug}/releases/`),
  preflight: (releaseId: number) =>
    queryOptions({
      queryKey: [...runQueries.all(), "preflight", releaseId],
      queryFn: ({ signal }) => request<Preflight>(`releases/${releaseId}/preflight/`, { signal }),
    }),
}

export const startRuns = (releaseId: number, body: Schemas["RunInputRequest"]) =>
  request<Run[]>(`releases/${releaseId}/runs/`, { method: "POST", body: { preset: "tiny", ...body } })

export const cancelRun = (id: number) => request<Run>(`runs/${id}/cancel/`, { method: "POST" })
export const resumeRun = (id: number) => request<Run>(`runs/${id}/resume/`, { method: "POST" })

export const adapterOf = (id: number): string => urlOf(`runs/${id}/adapter/`)
export const predictionsCsv = (id: number, asked: PredictionsAsked): string =>
  urlOf(`runs/${id}/predictions.csv${query(asParameters(asked))}`)
export const reportOf = (id: number): string => urlOf(`runs/${id}/report.html`)

import { queryOptions } from "@tanstack/react-query"

import type { Disagreement, GoldLabel, ReviewItem, ReviewSample, VerdictGiven } from "../../api/adjudication"
import type { ConsensusCounts } from "../../api/agreement"
import { query, request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Job, Schemas } from "../../api/types"
import { WATCHED } from "../../api/withdrawal"

export const reviewQueries = {
  /** Prefix of every review of every study. */
  all: () => ["reviews"] as const,
  samples: (slug: string) =>
    pagedQuery<ReviewSample>([...reviewQueries.all(), slug], `studies/${slug}/review-samples/?page_size=50`),
  items: (sampleId: number) =>
    queryOptions({
      queryKey: [...reviewQueries.all(), "items", sampleId],
      queryFn: ({ signal }) => request<ReviewItem[]>(`review-samples/${sampleId}/items/`, { signal }),
      ...WATCHED,
    }),
}

export type DisagreementFilter = { state: "open" | "settled"; construct?: string }

export const disagreementQueries = {
  /** Prefix of every queue of disagreements. */
  all: () => ["disagreements"] as const,
  queue: (slug: string, { state, construct }: DisagreementFilter) => ({
    ...pagedQuery<Disagreement>(
      [...disagreementQueries.all(), slug, state, construct ?? ""],
      `studies/${slug}/disagreements/${query({ state, construct, page_size: 50 })}`,
    ),
    ...WATCHED,
  }),
  ofTurn: (turnId: string) =>
    queryOptions({
      queryKey: [...disagreementQueries.all(), "turn", turnId],
      queryFn: ({ signal }) => request<Disagreement[]>(`turns/${turnId}/labels/`, { signal }),
      ...WATCHED,
    }),
  found: (slug: string, asked: string) =>
    queryOptions({
      queryKey: [...disagreementQueries.all(), slug, "found", asked],
      queryFn: ({ signal }) =>
        request<Schemas["FoundTurnOutput"][]>(`studies/${slug}/turns/${query({ q: asked })}`, { signal }),
      ...WATCHED,
    }),
  tally: (slug: string) =>
    queryOptions({
      queryKey: [...disagreementQueries.all(), slug, "tally"],
      queryFn: ({ signal }) => request<Schemas["TallyOutput"]>(`studies/${slug}/disagreements/tally/`, { signal }),
      ...WATCHED,
    }),
  history: (turnId: string, construct: string) =>
    queryOptions({
      queryKey: ["gold-labels", turnId, construct],
      queryFn: ({ signal }) => request<GoldLabel[]>(`turns/${turnId}/gold-label/${query({ construct })}`, { signal }),
    }),
}

export const consensusQuery = (slug: string) =>
  queryOptions({
    queryKey: ["consensus", slug],
    queryFn: ({ signal }) => request<ConsensusCounts>(`studies/${slug}/consensus/`, { signal }),
  })

export const computeConsensus = (slug: string) => request<Job>(`studies/${slug}/consensus/`, { method: "POST" })

export const drawSample = (slug: string, body: Schemas["SampleInputRequest"]) =>
  request<ReviewSample>(`studies/${slug}/review-samples/`, { method: "POST", body })

export const giveVerdict = (itemId: number, body: VerdictGiven) =>
  request<ReviewItem>(`review-items/${itemId}/verdict/`, { method: "POST", body })

/** Let the raters' answers be seen, one's own verdict being in. */
export const openAnswers = (itemId: number) =>
  request<ReviewItem>(`review-items/${itemId}/opening/`, { method: "POST" })

export const settle = (turnId: string, body: Schemas["GoldLabelInputRequest"]) =>
  request<GoldLabel>(`turns/${turnId}/gold-label/`, { method: "POST", body })

export const acceptConsensus = (slug: string, body: Schemas["AcceptInputRequest"]) =>
  request<Job>(`studies/${slug}/gold-labels/accept-consensus/`, { method: "POST", body })

/** What accepting the consensus came to, as its job tells it. */
export type Accepted = Record<"settled" | "few_raters" | "taken_back" | "left_open" | "left_waiting", number>

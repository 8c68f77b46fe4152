import { queryOptions } from "@tanstack/react-query"

import type { Agreement, ConstructDetail } from "../../api/agreement"
import { query, request, urlOf } from "../../api/client"
import type { PassKind } from "../../api/types"

export const agreementQueries = {
  /** Prefix of every figure of agreement. */
  all: () => ["agreement"] as const,
  overview: (slug: string, pass: PassKind) =>
    queryOptions({
      queryKey: [...agreementQueries.all(), slug, pass],
      queryFn: ({ signal }) => request<Agreement>(`studies/${slug}/agreement/${query({ pass })}`, { signal }),
    }),
  construct: (slug: string, pass: PassKind, construct: string) =>
    queryOptions({
      queryKey: [...agreementQueries.all(), slug, pass, construct],
      queryFn: ({ signal }) =>
        request<ConstructDetail>(`studies/${slug}/agreement/${construct}/${query({ pass })}`, { signal }),
    }),
}

export const figuresCsv = (slug: string, pass: PassKind): string =>
  urlOf(`studies/${slug}/agreement.csv${query({ pass })}`)

export const votesCsv = (slug: string, pass: PassKind, construct?: string): string =>
  urlOf(`studies/${slug}/annotations.csv${query({ pass, construct })}`)

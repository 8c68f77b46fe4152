import { queryOptions } from "@tanstack/react-query"

import type { KeptAgreement, KeptConstruct } from "../../api/agreement"
import { query, request, urlOf } from "../../api/client"
import type { PassKind } from "../../api/types"

export const agreementQueries = {
  /** Prefix of every figure of agreement. */
  all: () => ["agreement"] as const,
  overview: (slug: string, pass: PassKind) =>
    queryOptions({
      queryKey: [...agreementQueries.all(), slug, pass],
      queryFn: ({ signal }) => request<KeptAgreement>(`studies/${slug}/agreement/${query({ pass })}`, { signal }),
    }),
  construct: (slug: string, pass: PassKind, construct: string) =>
    queryOptions({
      queryKey: [...agreementQueries.all(), slug, pass, construct],
      queryFn: ({ signal }) =>
        request<KeptConstruct>(`studies/${slug}/agreement/${construct}/${query({ pass })}`, { signal }),
    }),
}

/** Have the figures of a pass computed anew; where that is begun already, it changes nothing. */
export const computeAgreement = (slug: string, pass: PassKind): Promise<KeptAgreement> =>
  request<KeptAgreement>(`studies/${slug}/agreement/${query({ pass })}`, { method: "POST" })

export const figuresCsv = (slug: string, pass: PassKind): string =>
  urlOf(`studies/${slug}/agreement.csv${query({ pass })}`)

export const votesCsv = (slug: string, pass: PassKind, construct?: string): string =>
  urlOf(`studies/${slug}/annotations.csv${query({ pass, construct })}`)

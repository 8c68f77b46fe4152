import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { ConsentGiven, Person, Scope } from "../../api/corpus"
import type { Schemas, Study } from "../../api/types"

export const personsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["persons", slug],
    queryFn: ({ signal }) => request<Person[]>(`studies/${slug}/persons/`, { signal }),
  })

export const giveConsent = (id: number, given: ConsentGiven) =>
  request<Person>(`persons/${id}/consents/`, { method: "POST", body: given })

/** A release or a run that holds a person's turns, with who took a copy away. */
export type Affected = Schemas["AffectedOutput"]
export type Withdrawal = Schemas["WithdrawalOutput"]

export const withdrawConsent = (id: number, withdrawal: { scopes: Scope[]; note: string }) =>
  request<Withdrawal>(`persons/${id}/withdraw/`, { method: "POST", body: withdrawal })

/** Where the study is: a consent's last day ends there at midnight. */
export const moveStudy = (slug: string, time_zone: string) =>
  request<Study>(`studies/${slug}/`, { method: "PATCH", body: { time_zone } })

/** Open a study that came back from a backup, without the memberships that ended since. */
export const confirmRestored = (slug: string, leaving: number[]) =>
  request<null>(`studies/${slug}/restoration/`, { method: "POST", body: { leaving } })

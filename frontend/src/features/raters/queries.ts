import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { Session } from "../../api/corpus"
import { everyPage } from "../../api/every-page"
import { pagedQuery } from "../../api/paging"
import type { Assignment, PassKind, Schemas } from "../../api/types"

export type Rater = Schemas["RaterOutput"]
export type Exclusion = Schemas["RaterExclusionOutput"]
export type NewMember = Required<Schemas["MemberInputRequest"]>
export type OfferedRole = Schemas["OfferedRole"]
export type AddedMember = Schemas["NewMemberOutput"]

export const raterQueries = {
  raters: (slug: string) =>
    queryOptions({
      queryKey: ["raters", slug],
      queryFn: ({ signal }) => request<Rater[]>(`studies/${slug}/raters/`, { signal }),
    }),
  /** Under the passes' key, because it changes as they do. */
  exclusions: (slug: string) =>
    queryOptions({
      queryKey: ["assignments", slug, "exclusions"],
      queryFn: ({ signal }) => request<Exclusion[]>(`studies/${slug}/assignments/exclusions/`, { signal }),
    }),
  /** All of them, because progress and what is left to assign are counted over all. */
  assignments: (slug: string) =>
    queryOptions({
      queryKey: ["assignments", slug, "all"],
      queryFn: ({ signal }) => everyPage<Assignment>(`studies/${slug}/assignments/`, signal),
    }),
  ofSession: (slug: string, session: number) =>
    pagedQuery<Assignment>(
      ["assignments", slug, "session", session],
      `studies/${slug}/assignments/?session=${session}`,
    ),
  sessions: (slug: string) =>
    queryOptions({
      queryKey: ["sessions", "to-assign", slug],
      queryFn: ({ signal }) => everyPage<Session>(`studies/${slug}/sessions/`, signal),
    }),
}

export const drawNumbers = (slug: string) => request<Rater[]>(`studies/${slug}/raters/`, { method: "POST" })

export const addMember = (slug: string, member: NewMember) =>
  request<AddedMember>(`studies/${slug}/members/`, { method: "POST", body: member })

export type NewLink = Schemas["NewLinkOutput"]

export const makeLink = (slug: string, id: number) =>
  request<NewLink>(`studies/${slug}/members/${id}/link/`, { method: "POST" })

export const revokeLink = (slug: string, id: number) =>
  request<undefined>(`studies/${slug}/members/${id}/link/`, { method: "DELETE" })

export const removeMember = (slug: string, id: number) =>
  request<undefined>(`studies/${slug}/members/${id}/`, { method: "DELETE" })

export type Distribution = Schemas["DistributionOutput"]

export const distribute = (slug: string, pass_kinds: PassKind[]) =>
  request<Distribution>(`studies/${slug}/assignments/distribute/`, { method: "POST", body: { pass_kinds } })

export type ByHand = Schemas["AssignmentInputRequest"]

export const assign = (slug: string, byHand: ByHand) =>
  request<Assignment[]>(`studies/${slug}/assignments/`, { method: "POST", body: byHand })

export const takeBack = (id: number) => request<undefined>(`assignments/${id}/`, { method: "DELETE" })

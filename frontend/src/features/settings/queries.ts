import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { Schemas, Study } from "../../api/types"

/** What a study asks of pictures and sound. */
export type Settings = Pick<
  Study,
  "frame_rule" | "frames_per_turn" | "face_finder" | "blurred_roles" | "is_pitch_shifted"
>
export type Preparation = Schemas["PreparationOutput"]
export type Remade = Schemas["RemadeOutput"]

const POLL_MS = 2000

export const settingsQueries = {
  preparation: (slug: string) =>
    queryOptions({
      queryKey: ["preparation", slug],
      queryFn: ({ signal }) => request<Preparation>(`studies/${slug}/preparation/`, { signal }),
      refetchInterval: ({ state }) => (state.data && state.data.preparing > 0 ? POLL_MS : false),
    }),
  /** What a change would have made anew. */
  preview: (slug: string, changes: Partial<Settings>) =>
    queryOptions({
      queryKey: ["preparation", slug, "preview", changes],
      queryFn: ({ signal }) =>
        request<Remade>(`studies/${slug}/preparation/preview/`, { method: "POST", body: changes, signal }),
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
}

/** Have frames chosen again that an earlier version of the rule chose otherwise. */
export const chooseFramesAgain = (slug: string) =>
  request<Preparation>(`studies/${slug}/preparation/`, { method: "POST" })

/** Who works together in a study, and who knows whom. */
export type Rules = Pick<Study, "are_raters_blind" | "is_one_persons">

/** What makes a consensus of the raters' answers. */
export type Design = Pick<Study, "raters_per_turn" | "far_apart">

export const changeStudy = (slug: string, changes: Partial<Settings & Rules & Design>) =>
  request<Study>(`studies/${slug}/`, { method: "PATCH", body: changes })

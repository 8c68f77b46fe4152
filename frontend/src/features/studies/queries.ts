import { request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Study } from "../../api/types"

export const studiesQuery = pagedQuery<Study>(["studies"], "studies/")

export type NewStudy = { name: string; description: string; has_channel_passes: boolean; raters_per_turn: number }

export const createStudy = (study: NewStudy) => request<Study>("studies/", { method: "POST", body: study })

import { request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { StudySummary } from "../../api/types"

export const studiesQuery = pagedQuery<StudySummary>(["studies"], "studies/")

export type NewStudy = { name: string; description: string; has_channel_passes: boolean; raters_per_turn: number }

export const createStudy = (study: NewStudy) => request<StudySummary>("studies/", { method: "POST", body: study })

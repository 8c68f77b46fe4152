import { request } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { Schemas, StudySummary } from "../../api/types"

export const studiesQuery = pagedQuery<StudySummary>(["studies"], "studies/")

export type NewStudy = Required<Schemas["StudyInputRequest"]>

export const createStudy = (study: NewStudy) => request<StudySummary>("studies/", { method: "POST", body: study })

import { query, urlOf } from "../../api/client"
import { pagedQuery } from "../../api/paging"
import type { LogEntry } from "../../api/types"

type Filter = { action: string; search: string }

export const logQuery = (slug: string, filter: Filter) =>
  pagedQuery<LogEntry>(["log", slug, filter.action, filter.search], `studies/${slug}/log/${query(filter)}`)

/** The same entries as a file. */
export const logFile = (slug: string, filter: Filter) => urlOf(`studies/${slug}/log.csv${query(filter)}`)

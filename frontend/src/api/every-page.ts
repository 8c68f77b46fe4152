import { query, request } from "./client"
import { cursorOf, type Page } from "./paging"

/** All rows of a cursor-paged list, for what needs them together. `path` has no parameters of its own. */
export async function everyPage<T>(path: string, signal: AbortSignal): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | undefined
  do {
    const page: Page<T> = await request(`${path}${query({ page_size: 200, cursor })}`, { signal })
    rows.push(...page.results)
    cursor = cursorOf(page.next)
  } while (cursor)
  return rows
}

import { infiniteQueryOptions, useInfiniteQuery, type QueryKey } from "@tanstack/react-query"

import { request } from "./client"

export type Page<T> = { next: string | null; previous: string | null; results: T[] }

/** Query options of a cursor-paged list, `path` without a cursor. Read it with `usePages`. */
export function pagedQuery<T>(queryKey: QueryKey, path: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => request<Page<T>>(withCursor(path, pageParam), { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
  })
}

/** The rows loaded so far as one list, with what a "Show more" button needs. */
export function usePages<T>(options: ReturnType<typeof pagedQuery<T>>) {
  const pages = useInfiniteQuery(options)
  return {
    ...pages,
    rows: pages.data?.pages.flatMap((page) => page.results),
    more: { has: pages.hasNextPage, isLoading: pages.isFetchingNextPage, load: () => void pages.fetchNextPage() },
  }
}

function withCursor(path: string, cursor: string): string {
  return cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}` : path
}

export function cursorOf(next: string | null): string | undefined {
  return next ? (new URL(next, window.location.origin).searchParams.get("cursor") ?? undefined) : undefined
}

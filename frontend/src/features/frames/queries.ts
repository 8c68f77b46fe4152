import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"

import { query, request } from "../../api/client"
import type { Region } from "../../api/corpus"
import type { ContactSheet, FrameDetail, FrameKind, FrameTable } from "../../api/frames"
import { picturesOf } from "./pictures"

const ON_A_PAGE = 60

export type Choice = { time_ms?: number; face_box?: Region }

export const frameQueries = {
  all: () => ["frames"] as const,
  sheet: (session: number, only: FrameKind | undefined) =>
    infiniteQueryOptions({
      queryKey: [...frameQueries.all(), "sheet", session, only],
      queryFn: ({ pageParam, signal }) =>
        request<ContactSheet>(`sessions/${session}/frames/${query({ only, page: pageParam, page_size: ON_A_PAGE })}`, {
          signal,
        }),
      initialPageParam: 1,
      getNextPageParam: (page, _pages, number) => (page.next ? number + 1 : undefined),
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...frameQueries.all(), "one", id],
      queryFn: ({ signal }) => request<FrameDetail>(`frames/${id}/`, { signal }),
    }),
  /** When each picture of the recording is shown. */
  pictures: (session: number) =>
    queryOptions({
      queryKey: ["pictures", session],
      queryFn: async ({ signal }) =>
        picturesOf(await request<FrameTable>(`sessions/${session}/frame-table/`, { signal })),
      staleTime: Infinity,
    }),
}

/** `version` is that of the frame as it was seen. */
export const chooseFrame = (id: number, version: number, choice: Choice) =>
  request<FrameDetail>(`frames/${id}/choice/`, { method: "PUT", body: { version, ...choice } })

export const takeBack = (id: number, version: number) =>
  request<FrameDetail>(`frames/${id}/choice/${query({ version })}`, { method: "DELETE" })

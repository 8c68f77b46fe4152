import { queryOptions } from "@tanstack/react-query"

import { urlOf } from "./client"

/** The sound as signed bytes, lowest and highest in turn; `path` is under /api/v1/. */
export const waveformQuery = (path: string) =>
  queryOptions({
    queryKey: ["waveform", path],
    queryFn: async ({ signal }) => {
      const response = await fetch(urlOf(path), { signal, credentials: "same-origin" })
      // Without it, what it is drawn in stands without sound, which hinders nobody.
      return response.ok ? new Int8Array(await response.arrayBuffer()) : null
    },
    staleTime: Infinity,
  })

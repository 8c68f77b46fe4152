import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"

import { isApiError, isLoggedOut } from "../api/client"
import { meQuery } from "../api/queries"

/** An ended log-in is noticed wherever it shows; the page asks for the password again without leaving. */
const noticeLogOut = (error: unknown) => {
  if (isLoggedOut(error)) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeLogOut }),
  mutationCache: new MutationCache({ onError: noticeLogOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An answer of the server stands; only a lost connection or a fault of the server is worth asking again.
      retry: (failures, error) => failures < 2 && isApiError(error) && (error.status === 0 || error.status >= 500),
    },
  },
})

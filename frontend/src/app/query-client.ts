import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"

import { isApiError, isLoggedOut } from "../api/client"
import { meQuery } from "../api/queries"
import { noticeRefusedAction, noticeRefusedAnswer } from "../api/withdrawal"

/** An ended log-in is noticed wherever it shows; the page asks for the password again without leaving. */
const noticeLogOut = (error: unknown) => {
  if (isLoggedOut(error)) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      noticeLogOut(error)
      noticeRefusedAnswer(queryClient, error, query)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      noticeLogOut(error)
      noticeRefusedAction(queryClient, error)
    },
  }),
  defaultOptions: {
    // Without a connection it is tried all the same, and the page says so. Held back until there is one, what a person
    // pressed would be done behind their back, when they are long somewhere else.
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 10_000,
      // An answer of the server stands; only a lost connection or a fault of the server is worth asking again.
      retry: (failures, error) => failures < 2 && isApiError(error) && (error.status === 0 || error.status >= 500),
    },
  },
})

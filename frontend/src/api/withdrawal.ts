/**
 * What an open page shows of a person may be withdrawn while it is open. The server decides at each request, so the
 * page asks again: now and then, when the person comes back to it, and at once where something was refused.
 */

import type { QueryClient } from "@tanstack/react-query"

import { isApiError, isLoggedOut } from "./client"

const LOOK_EVERY_MS = 30_000

/** For queries whose answer shows a person. */
export const WATCHED = { refetchInterval: LOOK_EVERY_MS, refetchOnWindowFocus: "always" } as const

/** Whether the server said no, rather than nothing: what it showed before is not to be shown any more. */
export const isRefused = (error: unknown): boolean =>
  isApiError(error) && [403, 404, 409].includes(error.status) && !isLoggedOut(error)

/** An action was refused for want of consent. */
export const noticeRefusedAction = (client: QueryClient, error: unknown): void => {
  if (isApiError(error, "no_consent")) loadAnew(client)
}

/** What a page has shown is refused now that it asks again. */
export const noticeRefusedAnswer = (
  client: QueryClient,
  error: unknown,
  { state }: { state: { data?: unknown } },
): void => {
  if (state.data !== undefined && isRefused(error)) loadAnew(client)
}

/** Load what is on the screen anew, apart from what is refused already. */
export const loadAnew = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ state }) => state.status === "success" })

import { createRouter } from "@tanstack/react-router"

import { ErrorPage } from "./error-page"
import { NotFoundPage } from "./not-found-page"
import { queryClient } from "./query-client"
import { routeTree } from "./routes"

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}

/**
 * Every page, by its address. A page's code is loaded when someone goes there.
 * Pages of a study stand under `study`; what its navigation shows is listed in study-navigation.tsx.
 */
import type { QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"

import { meQuery } from "../api/queries"
import { PageShell } from "./page-shell"
import { RootLayout } from "./root-layout"
import { StudyLayout } from "./study-layout"

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RootLayout })

const logIn = createRoute({
  getParentRoute: () => root,
  path: "/log-in",
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({ next: localPath(search.next) }),
  component: lazyRouteComponent(() => import("../features/login/log-in-page"), "LogInPage"),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (!me.user) throw redirect({ to: "/log-in", search: { next: location.href === "/" ? undefined : location.href } })
  },
})

const pages = createRoute({ getParentRoute: () => signedIn, id: "pages", component: PageShell })
const studies = createRoute({
  getParentRoute: () => pages,
  path: "/",
  component: lazyRouteComponent(() => import("../features/studies/studies-page"), "StudiesPage"),
})
const account = createRoute({
  getParentRoute: () => pages,
  path: "/account",
  component: lazyRouteComponent(() => import("../features/account/account-page"), "AccountPage"),
})

const study = createRoute({ getParentRoute: () => signedIn, path: "/studies/$slug", component: StudyLayout })
const dashboard = createRoute({
  getParentRoute: () => study,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/dashboard-page"), "DashboardPage"),
})

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: "/assignments/$id",
  validateSearch: (search: Record<string, unknown>): { turn?: number } => ({ turn: Number(search.turn) || undefined }),
  component: lazyRouteComponent(() => import("../features/annotation/workspace-page"), "WorkspacePage"),
})

export const routeTree = root.addChildren([
  logIn,
  signedIn.addChildren([pages.addChildren([studies, account]), study.addChildren([dashboard]), workspace]),
])

/** The address if it is one of ours: a link to a log-in page must not lead out of it. */
function localPath(address: unknown): string | undefined {
  return typeof address === "string" && /^\/(?![/\\])/.test(address) ? address : undefined
}

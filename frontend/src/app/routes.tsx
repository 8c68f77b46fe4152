/**
 * Every page, by its address. A page's code is loaded when someone goes there.
 * Pages of a study stand under `study`; what its navigation shows is listed in study-navigation.tsx.
 */
import type { QueryClient } from "@tanstack/react-query"
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"

import { FRAME_KINDS, type FrameKind } from "../api/frames"
import { meQuery } from "../api/queries"
import { ERROR_KINDS, type ErrorKind } from "../api/runs"
import type { PassKind } from "../api/types"
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

const setPassword = createRoute({
  getParentRoute: () => root,
  path: "/set-password",
  component: lazyRouteComponent(() => import("../features/login/set-password-page"), "SetPasswordPage"),
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
  validateSearch: ({ all }: Record<string, unknown>): { all?: true } => (all ? { all: true } : {}),
  // Whoever belongs to one study means that one, unless they ask for the list.
  beforeLoad: async ({ context, search }) => {
    const { memberships, held_back } = await context.queryClient.ensureQueryData(meQuery)
    const [only, ...others] = held_back.length === 0 && !search.all ? memberships : []
    if (only && others.length === 0) throw redirect({ to: "/studies/$slug", params: { slug: only.study.slug } })
  },
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

const sessions = createRoute({
  getParentRoute: () => study,
  path: "/sessions",
  validateSearch: ({ search, ordering }: Record<string, unknown>): { search?: string; ordering?: string } => ({
    search: text(search),
    ordering: text(ordering),
  }),
  component: lazyRouteComponent(() => import("../features/sessions/sessions-page"), "SessionsPage"),
})
const session = createRoute({
  getParentRoute: () => study,
  path: "/sessions/$id",
  validateSearch: (search: Record<string, unknown>): { turn?: number } => ({ turn: whole(search.turn) }),
  component: lazyRouteComponent(() => import("./pages/session-page"), "SessionPage"),
})
const transcript = createRoute({
  getParentRoute: () => study,
  path: "/sessions/$id/transcript",
  validateSearch: (search: Record<string, unknown>): { turn?: number } => ({ turn: whole(search.turn) }),
  component: lazyRouteComponent(() => import("./pages/transcript-page"), "TranscriptPage"),
})
const reimporting = createRoute({
  getParentRoute: () => study,
  path: "/sessions/$id/transcript/new",
  validateSearch: (search: Record<string, unknown>): { draft?: number } => ({ draft: whole(search.draft) }),
  component: lazyRouteComponent(() => import("./pages/reimport-page"), "ReimportPage"),
})
const sheet = createRoute({
  getParentRoute: () => study,
  path: "/sessions/$id/frames",
  validateSearch: ({ only, frame }: Record<string, unknown>): { only?: FrameKind; frame?: number } => ({
    only: FRAME_KINDS.find((kind) => kind === only),
    frame: whole(frame),
  }),
  component: lazyRouteComponent(() => import("./pages/frames-page"), "FramesPage"),
})
const cameras = createRoute({
  getParentRoute: () => study,
  path: "/sessions/$id/cameras",
  component: lazyRouteComponent(() => import("./pages/cameras-page"), "CamerasPage"),
})
const importing = createRoute({
  getParentRoute: () => study,
  path: "/import",
  validateSearch: (search: Record<string, unknown>): { draft?: number } => ({ draft: whole(search.draft) }),
  component: lazyRouteComponent(() => import("./pages/import-page"), "ImportPage"),
})
const people = createRoute({
  getParentRoute: () => study,
  path: "/people",
  component: lazyRouteComponent(() => import("../features/people/people-page"), "PeoplePage"),
})
const raters = createRoute({
  getParentRoute: () => study,
  path: "/raters",
  component: lazyRouteComponent(() => import("../features/raters/raters-page"), "RatersPage"),
})
const settings = createRoute({
  getParentRoute: () => study,
  path: "/settings",
  component: lazyRouteComponent(() => import("../features/settings/settings-page"), "SettingsPage"),
})
const log = createRoute({
  getParentRoute: () => study,
  path: "/log",
  validateSearch: ({ search, action }: Record<string, unknown>): { search?: string; action?: string } => ({
    search: text(search),
    action: text(action),
  }),
  component: lazyRouteComponent(() => import("../features/log/log-page"), "LogPage"),
})

const agreement = createRoute({
  getParentRoute: () => study,
  path: "/agreement",
  validateSearch: (search: Record<string, unknown>): { pass?: PassKind } => ({ pass: passKind(search.pass) }),
  component: lazyRouteComponent(() => import("../features/agreement/agreement-page"), "AgreementPage"),
})
const agreementOnConstruct = createRoute({
  getParentRoute: () => study,
  path: "/agreement/$construct",
  validateSearch: (search: Record<string, unknown>): { pass?: PassKind } => ({ pass: passKind(search.pass) }),
  component: lazyRouteComponent(() => import("../features/agreement/construct-page"), "ConstructPage"),
})

const review = createRoute({
  getParentRoute: () => study,
  path: "/review",
  component: lazyRouteComponent(() => import("../features/adjudication/review-page"), "ReviewPage"),
})
const reviewSample = createRoute({
  getParentRoute: () => study,
  path: "/review/$id",
  validateSearch: (search: Record<string, unknown>): { item?: number } => ({ item: whole(search.item) }),
  component: lazyRouteComponent(() => import("../features/adjudication/sample-page"), "SamplePage"),
})

const disagreements = createRoute({
  getParentRoute: () => study,
  path: "/disagreements",
  validateSearch: ({
    state,
    construct,
    turn,
  }: Record<string, unknown>): { state?: "settled"; construct?: string; turn?: string } => ({
    state: state === "settled" ? state : undefined,
    construct: text(construct),
    turn: text(turn),
  }),
  component: lazyRouteComponent(() => import("../features/adjudication/disagreements-page"), "DisagreementsPage"),
})

const releases = createRoute({
  getParentRoute: () => study,
  path: "/releases",
  component: lazyRouteComponent(() => import("../features/releases/releases-page"), "ReleasesPage"),
})
const newRelease = createRoute({
  getParentRoute: () => study,
  path: "/releases/new",
  component: lazyRouteComponent(() => import("../features/releases/new-release-page"), "NewReleasePage"),
})
const release = createRoute({
  getParentRoute: () => study,
  path: "/releases/$id",
  component: lazyRouteComponent(() => import("../features/releases/release-page"), "ReleasePage"),
})
const runs = createRoute({
  getParentRoute: () => study,
  path: "/runs",
  component: lazyRouteComponent(() => import("../features/runs/runs-page"), "RunsPage"),
})
const newRun = createRoute({
  getParentRoute: () => study,
  path: "/runs/new",
  validateSearch: (search: Record<string, unknown>): { release?: number } => ({ release: whole(search.release) }),
  component: lazyRouteComponent(() => import("../features/runs/new-run-page"), "NewRunPage"),
})
const run = createRoute({
  getParentRoute: () => study,
  path: "/runs/$id",
  component: lazyRouteComponent(() => import("../features/runs/run-page"), "RunPage"),
})
const predictions = createRoute({
  getParentRoute: () => study,
  path: "/runs/$id/predictions",
  validateSearch: (search: Record<string, unknown>): { only?: ErrorKind; session?: string } => ({
    only: ERROR_KINDS.find((kind) => kind === search.only && kind !== "wrong"),
    session: typeof search.session === "string" ? search.session : undefined,
  }),
  component: lazyRouteComponent(() => import("../features/runs/predictions-page"), "PredictionsPage"),
})

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: "/assignments/$id",
  validateSearch: (search: Record<string, unknown>): { turn?: number } => ({ turn: whole(search.turn) }),
  component: lazyRouteComponent(() => import("../features/annotation/workspace-page"), "WorkspacePage"),
})

export const routeTree = root.addChildren([
  logIn,
  setPassword,
  signedIn.addChildren([
    pages.addChildren([studies, account]),
    study.addChildren([
      dashboard,
      sessions,
      session,
      transcript,
      reimporting,
      sheet,
      cameras,
      importing,
      people,
      raters,
      settings,
      log,
      agreement,
      agreementOnConstruct,
      review,
      reviewSample,
      disagreements,
      releases,
      newRelease,
      release,
      runs,
      newRun,
      run,
      predictions,
    ]),
    workspace,
  ]),
])

/** The address if it is one of ours: a link to a log-in page must not lead out of it. */
function localPath(address: unknown): string | undefined {
  return typeof address === "string" && /^\/(?![/\\])/.test(address) ? address : undefined
}

/** A search parameter as it was typed: the router reads `?search=3` as a number. */
const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) || undefined : undefined

/** An id or a position, whichever way the router read it. */
function whole(value: unknown): number | undefined {
  const number = Number(value ?? NaN)
  return Number.isInteger(number) && number >= 0 ? number : undefined
}

const passKind = (value: unknown): PassKind | undefined =>
  value === "words" || value === "face" || value === "together" ? value : undefined

import { Link, useMatchRoute } from "@tanstack/react-router"

import type { Role, Study } from "../api/types"
import classes from "./shell.module.css"
import { texts } from "./texts"

type Section = { to: string; label: string; roles: Role[]; badge?: (study: Study) => number }

/** In the order of a label's life. `roles` only hides what the server would refuse. */
const SECTIONS = [
  { to: "/studies/$slug", label: texts.overview, roles: [] },
  { to: "/studies/$slug/sessions", label: texts.sessions, roles: ["lead", "steward", "expert"] },
  { to: "/studies/$slug/people", label: texts.people, roles: ["lead", "steward"] },
  { to: "/studies/$slug/raters", label: texts.raters, roles: ["lead", "steward"] },
  { to: "/studies/$slug/agreement", label: texts.agreement, roles: ["lead"] },
  {
    to: "/studies/$slug/review",
    label: texts.review,
    roles: ["lead", "expert"],
    badge: ({ my_review_turns }: Study) => my_review_turns,
  },
  {
    to: "/studies/$slug/disagreements",
    label: texts.disagreements,
    roles: ["lead"],
    badge: ({ counts }: Study) => counts.disagreements_open ?? 0,
  },
  { to: "/studies/$slug/releases", label: texts.releases, roles: ["lead", "steward", "engineer"] },
  { to: "/studies/$slug/runs", label: texts.runs, roles: ["lead", "steward", "engineer"] },
  { to: "/studies/$slug/settings", label: texts.settings, roles: ["lead", "steward"] },
  { to: "/studies/$slug/log", label: texts.log, roles: ["lead", "steward"] },
] as const satisfies Section[]

type Props = { slug: string; study: Study | undefined }

export function StudyNavigation({ slug, study }: Props) {
  const mine = (section: Section) =>
    section.roles.length === 0 || section.roles.some((role) => study?.my_roles.includes(role))
  const isImporting = Boolean(useMatchRoute()({ to: "/studies/$slug/import" }))
  return (
    <nav aria-label={texts.studyNavigation} className={classes.navigation}>
      <Link to="/studies/$slug" params={{ slug }} className={classes.studyName} title={study?.name}>
        {study?.name ?? slug}
      </Link>
      <ul>
        {SECTIONS.filter(mine).map(({ to, label, badge }: (typeof SECTIONS)[number] & Section) => (
          <li key={to}>
            <Link
              to={to}
              params={{ slug }}
              activeOptions={{ exact: to === "/studies/$slug" }}
              aria-current={isImporting && to === "/studies/$slug/sessions" ? "page" : undefined}
              activeProps={{ "aria-current": "page" }}
            >
              {label}
              {study && badge && badge(study) > 0 && <span className={classes.badge}>{badge(study)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

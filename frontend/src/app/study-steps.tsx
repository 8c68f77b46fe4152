import { Link } from "@tanstack/react-router"

import type { Study } from "../api/types"
import { Panel } from "../components/panel"
import { stepsOf, type StepKey } from "./steps"
import classes from "./study-steps.module.css"
import { texts } from "./texts"

type Props = { study: Study; next: StepKey | undefined }

/** The way of a label for the study's lead: each step, how far it is, what waits there, and which comes next. */
export function StudySteps({ study, next }: Props) {
  const { slug } = study
  return (
    <Panel title={texts.stepsTitle} note={texts.stepsNote}>
      <ol className={classes.steps}>
        {stepsOf(study).map(({ key, to, stands, waits, lacksConsent }) => (
          <li key={key} aria-current={key === next ? "step" : undefined}>
            <Link to={to} params={{ slug }}>
              {texts.steps[key]}
            </Link>
            <span className={classes.stands}>{stands}</span>
            <span className={classes.waits} data-waits={Boolean(waits ?? lacksConsent) || undefined}>
              {waits}
              {waits && lacksConsent && ", "}
              {lacksConsent && (
                <Link to="/studies/$slug/people" params={{ slug }}>
                  {lacksConsent}
                </Link>
              )}
              {key === next && <small> {texts.isNext}</small>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

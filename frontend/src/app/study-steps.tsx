import { Link } from "@tanstack/react-router"

import type { Study } from "../api/types"
import { Panel } from "../components/panel"
import type { StepPath } from "./next-step"
import { nextOf, stepsOf } from "./steps"
import classes from "./study-steps.module.css"
import { texts } from "./texts"

type Props = { study: Study; to: StepPath | undefined }

/** The way of a label for the study's lead: each step, how far it is, what waits there, and which comes next. */
export function StudySteps({ study, to }: Props) {
  const steps = stepsOf(study)
  const next = nextOf(steps, to)
  return (
    <Panel title={texts.stepsTitle} note={texts.stepsNote}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} aria-current={step === next ? "step" : undefined}>
            <Link to={step.to} params={{ slug: study.slug }}>
              {texts.steps[step.key]}
            </Link>
            <span className={classes.stands}>{step.stands}</span>
            <span className={classes.waits} data-waits={step.waits !== null || undefined}>
              {step.waits}
              {step === next && <small> {texts.isNext}</small>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

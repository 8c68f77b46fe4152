import { Progress } from "@mantine/core"

import { percent } from "../../components/numbers"
import { Panel } from "../../components/panel"
import type { Preparation } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = { preparation: Preparation }

/** How far the study's recordings are prepared by these settings. */
export function PreparationPanel({ preparation: { sessions, preparing, failed, progress } }: Props) {
  const say = texts.progress
  return (
    <Panel title={say.title}>
      <div role="status">
        {preparing > 0 ? (
          <>
            <p>
              {say.running(preparing, sessions)} <span className="small">{say.away}</span>
            </p>
            <div className={classes.meter}>
              <Progress value={100 * (progress ?? 0)} size={6} aria-label={say.bar} />
              <span className="small number">{percent(progress)}</span>
            </div>
          </>
        ) : (
          failed === 0 && <p>{say.done(sessions)}</p>
        )}
        {failed > 0 && <p className={classes.failed}>{say.failed(failed)}</p>}
      </div>
    </Panel>
  )
}

import { Button, Progress } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { showError } from "../../components/error-notice"
import { percent } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { chooseFramesAgain, settingsQueries, type Preparation } from "./queries"
import classes from "./settings.module.css"
import { texts } from "./texts"

type Props = { slug: string; preparation: Preparation; mayChange: boolean }

/** How far the study's recordings are prepared by these settings. */
export function PreparationPanel({ slug, preparation, mayChange }: Props) {
  const { sessions, preparing, failed, progress, with_old_frames } = preparation
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
      {with_old_frames > 0 && <OldFrames slug={slug} n={with_old_frames} mayChange={mayChange} />}
    </Panel>
  )
}

/** Frames that the present rule would choose otherwise, and the way to have it do so. */
function OldFrames({ slug, n, mayChange }: { slug: string; n: number; mayChange: boolean }) {
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: () => chooseFramesAgain(slug),
    onSuccess: (preparation) => queryClient.setQueryData(settingsQueries.preparation(slug).queryKey, preparation),
    onError: (error) => showError(error),
  })
  return (
    <div className={classes.oldFrames}>
      <p>{texts.progress.oldFrames(n)}</p>
      {mayChange && (
        <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate()}>
          {texts.progress.chooseAgain(n)}
        </Button>
      )}
    </div>
  )
}

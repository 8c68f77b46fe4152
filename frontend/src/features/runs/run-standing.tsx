import { Button, Progress } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { isOver, type Evaluation, type RunDetail } from "../../api/runs"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { showError } from "../../components/error-notice"
import { percent } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { cancelRun, resumeRun, runQueries } from "./queries"
import classes from "./runs.module.css"
import { texts } from "./texts"

type Props = { run: RunDetail; mayChange: boolean }

const say = texts.page

/** Where the run stands: its progress while it goes on, why it stopped, or what came of it in a sentence. */
export function RunStanding({ run, mayChange }: Props) {
  if (!isOver(run)) return <Live run={run} mayChange={mayChange} />
  if (run.state === "failed" || run.state === "cancelled" || run.state === "interrupted") {
    return (
      <Statement headline={say.stopped[run.state]} tone={run.state === "failed" ? "bad" : "warn"}>
        {run.error && <p className={classes.error}>{run.error}</p>}
        <p>{run.why_not_resume || say.stoppedText}</p>
        {mayChange && !run.why_not_resume && <Resume run={run} />}
      </Statement>
    )
  }
  return <Outcome run={run} />
}

function Outcome({ run: { conclusion, evaluation, device } }: { run: RunDetail }) {
  if (!conclusion) return null
  const rests = evaluation && restsOn(evaluation.holdout)
  const trained = device && (device.startsWith("cpu") ? say.cpu : say.trainedOn(device))
  return (
    <Statement headline={conclusion.headline} tone={conclusion.tone}>
      {[...conclusion.sentences, rests, trained].filter(Boolean).join(" ")}
    </Statement>
  )
}

const restsOn = ({ turns, sessions, clients }: Evaluation["holdout"]) => say.rests(turns, sessions.length, clients)

function Live({ run, mayChange }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure()
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runQueries.all() }),
    onError: (error) => showError(error),
    onSettled: close,
  })
  return (
    <Panel>
      <div className={classes.live} role="status">
        <strong>{texts.state[run.state]}</strong>
        <span className="small">{stepOf(run)}</span>
        <span className={classes.grow} />
        <span className="number">{percent(run.progress)}</span>
        {mayChange && (
          <Button variant="default" size="compact-sm" disabled={cancel.isSuccess} onClick={open}>
            {cancel.isSuccess ? say.stopping : say.cancel}
          </Button>
        )}
      </div>
      <Progress value={run.progress * 100} size={6} mt="xs" aria-label={say.progress} />
      <ConfirmDialog
        isOpen={isAsking}
        title={say.cancelTitle(run.number)}
        confirm={say.cancel}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onCancel={close}
      >
        {say.cancelText}
      </ConfirmDialog>
    </Panel>
  )
}

/** What is being done now, unless the state has said so already. */
function stepOf({ state, step }: RunDetail): string {
  if (state === "queued") return say.waitingFor
  return step === texts.state[state] ? "" : step
}

function Resume({ run }: { run: RunDetail }) {
  const queryClient = useQueryClient()
  const resume = useMutation({
    mutationFn: () => resumeRun(run.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runQueries.all() }),
    onError: (error) => showError(error),
  })
  return (
    <Button mt="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
      {say.resume}
    </Button>
  )
}

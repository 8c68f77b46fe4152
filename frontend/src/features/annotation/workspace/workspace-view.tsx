import { Button } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

import type { Construct, ScoreValue, Turn, Workspace } from "../../../api/types"
import { showError } from "../../../components/error-notice"
import { dateTime } from "../../../components/numbers"
import { assignmentQueries, reopen } from "../queries"
import { changeQueue } from "../queue"
import { texts } from "../texts"
import { isAsked, NOTHING_RECORDED } from "./answers"
import { CannotJudgeDialog } from "./cannot-judge-dialog"
import { CodebookDrawer } from "./codebook-drawer"
import { DoneDialog } from "./done-dialog"
import { selectedPassage, spansIn, withSpan } from "./evidence"
import { focusBeside, focusedField, focusField, focusFirst } from "./form-focus"
import { Header } from "./header"
import type { Command } from "./key-map"
import { KeysDialog } from "./keys-dialog"
import { RefusalsDialog } from "./refusals-dialog"
import { Stage } from "./stage"
import { Timeline } from "./timeline"
import { Transcript } from "./transcript"
import { TurnForm } from "./turn-form"
import { clientTurns, isTimed, neighbour, nextOpen } from "./turns"
import { useAnswers } from "./use-answers"
import { useKeys } from "./use-keys"
import { usePlayer, usePlayerState } from "./use-player"
import { WordPicker } from "./word-picker"
import classes from "./workspace.module.css"

type Dialog = "codebook" | "keys" | "done" | "cannotJudge" | "words" | "refusals"

type Props = {
  workspace: Workspace
  /** The client turn to begin with. */
  start: Turn
  onTurn: (turn: Turn) => void
}

/** Video, transcript and questions on one clock. */
export function WorkspaceView({ workspace, start, onTurn }: Props) {
  const { assignment, codebook, turns, media } = workspace
  const { annotations, answer, undo } = useAnswers(workspace)
  const player = usePlayer(workspace)
  const { durationMs } = usePlayerState(player)
  const [current, setCurrent] = useState(start)
  const [dialog, setDialog] = useState<Dialog>()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)

  const isLocked = assignment.done_at !== null || !workspace.may_answer
  const shown = annotations[current.id] ?? NOTHING_RECORDED
  const own = clientTurns(turns)
  const open = own.filter((turn) => !annotations[turn.id]?.is_complete)
  const evidence = codebook.constructs.find((construct) => construct.scale === "spans")
  const comment = codebook.constructs.find((construct) => construct.scale === "text")

  const go = useCallback(
    (turn: Turn) => {
      if (isTimed(turn, player.snapshot().durationMs)) player.seek(turn.start_ms)
      else player.pause()
      if (turn.role !== "client") return
      setCurrent(turn)
      onTurn(turn)
    },
    [player, onTurn],
  )
  useEffect(() => {
    if (!form.current) return
    form.current.scrollTop = 0
    focusFirst(form.current)
  }, [current])

  useEffect(() => {
    if (isTimed(start)) player.seek(start.start_ms)
  }, [start, player])

  const play = () => {
    if (isTimed(current, durationMs)) player.toggle(current)
    else player.pause()
  }
  const say = (construct: string, value: ScoreValue) => {
    if (!isLocked) answer(current.id, construct, value)
  }
  const mark = () => {
    if (!evidence || isLocked) return
    const passage = selectedPassage(document.querySelector(`[data-turn="${current.id}"] [data-text]`))
    const moment = media.video_url ? { at_ms: Math.round(player.time()) } : null
    const span = passage ?? moment
    if (span) say(evidence.key, withSpan(spansIn(shown.scores[evidence.key]), span))
    else notifications.show({ message: texts.form.evidence.nothing })
    window.getSelection()?.removeAllRanges()
  }
  const takeBack = () => {
    if (isLocked) return
    const id = undo()
    const turn = own.find((each) => each.id === id)
    if (!turn) notifications.show({ message: texts.nothingToUndo })
    else if (turn.id !== current.id) go(turn)
  }

  const asked = (): Construct[] => codebook.constructs.filter((construct) => isAsked(construct, shown.scores))
  const pick = (construct: Construct | undefined, key: string): boolean => {
    const level = construct?.levels.find(({ shortcut }) => shortcut.toLowerCase() === key.toLowerCase())
    if (!construct || !level || isLocked || shown.cannot_judge !== null) return false
    // At once, so that a question this answer brings up is there to take the focus and the next key.
    flushSync(() => say(construct.key, construct.scale === "nominal" ? level.key : level.value))
    if (form.current) focusBeside(form.current, construct.key, 1)
    return true
  }

  const run = (command: Command) => {
    const toField = (construct: Construct | undefined) =>
      construct && form.current && focusField(form.current, construct.key)
    const commands: Record<Command, () => void> = {
      playTurn: play,
      again: () => isTimed(current, durationMs) && player.playStretch(current),
      playOn: () => player.playOn(),
      loop: () => player.toggleLoop(),
      slower: () => player.changeSpeed(-1),
      faster: () => player.changeSpeed(1),
      mute: () => player.toggleMuted(),
      next: () => go(neighbour(turns, current, 1)),
      previous: () => go(neighbour(turns, current, -1)),
      nextOpen: () => go(nextOpen(turns, current, (turn) => open.includes(turn)) ?? current),
      nextField: () => form.current && focusBeside(form.current, focusedField(), 1),
      previousField: () => form.current && focusBeside(form.current, focusedField(), -1),
      clear: () => clearFocused(),
      search: () => search.current?.focus(),
      evidence: mark,
      words: () => current.text !== null && evidence && !isLocked && setDialog("words"),
      comment: () => toField(comment),
      cannotJudge: () =>
        shown.cannot_judge === null ? !isLocked && setDialog("cannotJudge") : say("cannot_judge", null),
      tooHard: () => leave(texts.form.tooHardReason),
      undo: takeBack,
      codebook: () => setDialog("codebook"),
      help: () => setDialog("keys"),
    }
    commands[command]()
  }
  const clearFocused = () => {
    const key = focusedField()
    if (key && shown.scores[key] !== undefined && shown.scores[key] !== null) say(key, null)
  }
  const leave = (reason: string) => {
    if (isLocked || shown.cannot_judge !== null) return
    say("cannot_judge", reason)
    go(neighbour(turns, current, 1))
  }
  useKeys({
    pickFocused: (key) =>
      pick(
        asked().find((construct) => construct.key === focusedField()),
        key,
      ),
    pickAnywhere: (key) =>
      pick(
        asked().find(({ levels }) => levels.some(({ shortcut }) => shortcut.toLowerCase() === key.toLowerCase())),
        key,
      ),
    run,
  })

  const close = () => setDialog(undefined)
  return (
    <div className={classes.page}>
      <Header
        workspace={workspace}
        complete={own.length - open.length}
        total={own.length}
        onShowRefused={() => setDialog("refusals")}
        onCodebook={() => setDialog("codebook")}
        onKeys={() => setDialog("keys")}
        onDone={() => setDialog("done")}
      />
      {!workspace.may_answer && (
        <p className={classes.banner} role="status">
          {texts.workspace.isAnothers(assignment.rater)}
        </p>
      )}
      {assignment.done_at && <DoneBanner workspace={workspace} at={assignment.done_at} />}
      {!media.video_url && <p className={classes.note}>{media.why_not}</p>}
      <main id="content" className={classes.columns} data-layout={media.video_url ? undefined : "text"}>
        {media.video_url && (
          <div className={classes.left}>
            <Stage
              workspace={workspace}
              videoUrl={media.video_url}
              current={current}
              player={player}
              onNeighbour={(step) => go(neighbour(turns, current, step))}
              onPlay={play}
            />
            <div className={classes.panel}>
              <Timeline workspace={workspace} annotations={annotations} current={current} player={player} onGo={go} />
            </div>
          </div>
        )}
        <Transcript
          workspace={workspace}
          annotations={annotations}
          current={current}
          player={player}
          searchRef={search}
          onGo={go}
        />
        <TurnForm
          ref={form}
          turn={current}
          number={own.indexOf(current) + 1}
          annotation={shown}
          constructs={codebook.constructs}
          isLocked={isLocked}
          hasMoments={media.video_url !== null}
          onAnswer={say}
          onMark={mark}
          onChooseWords={() => setDialog("words")}
          onCannotJudge={() => setDialog("cannotJudge")}
          onTooHard={() => leave(texts.form.tooHardReason)}
          onNext={() => go(neighbour(turns, current, 1))}
        />
      </main>
      <CodebookDrawer isOpen={dialog === "codebook"} onClose={close} codebook={codebook} />
      <KeysDialog isOpen={dialog === "keys"} onClose={close} />
      <DoneDialog isOpen={dialog === "done"} onClose={close} workspace={workspace} open={open} onGo={go} />
      <RefusalsDialog isOpen={dialog === "refusals"} onClose={close} workspace={workspace} />
      <CannotJudgeDialog
        isOpen={dialog === "cannotJudge"}
        onClose={close}
        passKind={assignment.pass_kind}
        onSet={(reason) => say("cannot_judge", reason)}
      />
      {evidence && (
        <WordPicker
          isOpen={dialog === "words"}
          onClose={close}
          text={current.text ?? ""}
          onPick={(passage) => say(evidence.key, withSpan(spansIn(shown.scores[evidence.key]), passage))}
        />
      )}
    </div>
  )
}

function DoneBanner({ workspace, at }: { workspace: Workspace; at: string }) {
  const queryClient = useQueryClient()
  const { id, pass_kind } = workspace.assignment
  const open = useMutation({
    mutationFn: () => reopen(id),
    onSuccess: (assignment) => {
      queryClient.setQueryData(assignmentQueries.workspace(id).queryKey, (old) => old && { ...old, assignment })
      changeQueue.retryRefused()
      return queryClient.invalidateQueries({ queryKey: ["assignments"] })
    },
    onError: (error) => showError(error),
  })
  return (
    <div className={classes.banner} role="status">
      <span>
        {texts.workspace.isDone(dateTime(at))} {pass_kind !== "together" && texts.workspace.isLocked}
      </span>
      {pass_kind === "together" && (
        <Button variant="default" size="compact-sm" loading={open.isPending} onClick={() => open.mutate()}>
          {texts.workspace.reopen}
        </Button>
      )}
    </div>
  )
}

import { useMediaQuery } from "@mantine/hooks"
import { notifications } from "@mantine/notifications"
import { useCallback, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

import type { Construct, Level, ScoreValue, Turn, Workspace } from "../../../api/types"
import { Main } from "../../../components/main"
import { stretchOf } from "../../../components/turn-clip"
import { focusInSight, useKeptFocus } from "../../../components/use-kept-focus"
import { texts } from "../texts"
import { isAsked, NOTHING_RECORDED, openQuestions } from "./answers"
import { BehindNotice } from "./behind-notice"
import { CannotJudgeDialog } from "./cannot-judge-dialog"
import { CodebookPanel } from "./codebook-panel"
import { DoneBanner } from "./done-banner"
import { DoneDialog } from "./done-dialog"
import { selectedPassage, spansIn, withSpan } from "./evidence"
import { expected, focusAfter, focusBeside, focusedField, focusField, focusFirst } from "./form-focus"
import { Header } from "./header"
import type { Command } from "./key-map"
import { KeysDialog } from "./keys-dialog"
import { tellLastTurn } from "./last-turn"
import { RefusalsDialog } from "./refusals-dialog"
import { MediaNote } from "./media-note"
import { openLook, turnsToLookAt } from "./second-look"
import { SecondLookNotice } from "./second-look-notice"
import { Stage } from "./stage"
import { Timeline } from "./timeline"
import { Transcript } from "./transcript"
import { TurnForm } from "./turn-form"
import { clientTurns, neighbour, nextOpen } from "./turns"
import { useAnswers } from "./use-answers"
import { useCodebook } from "./use-codebook"
import { useConfirm } from "./use-confirm"
import { useKeys } from "./use-keys"
import { useMedia } from "./use-media"
import { usePlayer } from "./use-player"
import { WordPicker } from "./word-picker"
import classes from "./workspace.module.css"

/** As in workspace.module.css: a tablet held upright, or a page magnified to 200 %. */
const ONE_COLUMN = "(max-width: 800px), (max-height: 520px)"

type Dialog = "keys" | "done" | "doneAtEnd" | "cannotJudge" | "words" | "refusals"

type Props = {
  workspace: Workspace
  /** The client turn to begin with. */
  start: Turn
  onTurn: (turn: Turn) => void
}

/** Video, transcript and questions on one clock. */
export function WorkspaceView({ workspace: opened, start, onTurn }: Props) {
  const workspace = useMedia(opened)
  const { assignment, codebook, turns, media } = workspace
  const { annotations, answer, undo } = useAnswers(workspace)
  const player = usePlayer(workspace)
  const [chosen, setCurrent] = useState(start)
  const own = clientTurns(turns)
  // As it reads now: turns may be loaded again under the person's eyes, and this one be gone.
  const still = own.find(({ id }) => id === chosen.id)
  const current = still ?? own.findLast(({ position }) => position <= chosen.position) ?? own[0] ?? chosen
  /** The turn gone to last, be it the counsellor's: what Space plays. */
  const [aimed, setAimed] = useState(start.id)
  const [dialog, setDialog] = useState<Dialog>()
  const [hasCodebook, toggleCodebook] = useCodebook()
  const isOneColumn = useMediaQuery(ONE_COLUMN, undefined, { getInitialValueInEffect: false }) ?? false
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)

  const isLocked = assignment.done_at !== null || !workspace.may_answer
  const shown = annotations[current.id] ?? NOTHING_RECORDED
  const open = own.filter((turn) => !annotations[turn.id]?.is_complete)
  const toLook = turnsToLookAt(workspace, annotations)
  const look = openLook(workspace, current, annotations[current.id])
  const evidence = codebook.constructs.find((construct) => construct.scale === "spans")
  const comment = codebook.constructs.find((construct) => construct.scale === "text")

  const go = useCallback(
    (turn: Turn) => {
      if (turn.clip.from_ms !== null) player.visit(turn.clip.from_ms, stretchOf(turn.clip))
      else player.pause()
      setAimed(turn.id)
      if (turn.role !== "client") return
      setCurrent(turn)
      onTurn(turn)
    },
    [player, onTurn],
  )
  const latest = useRef(chosen)
  useEffect(() => {
    if (!form.current) return
    form.current.scrollTop = 0
    // In one column the page itself scrolls, and the last question is where the person comes from.
    if (isOneColumn && latest.current !== chosen) form.current.closest("section")?.scrollIntoView()
    latest.current = chosen
    focusFirst(form.current)
  }, [chosen, isOneColumn])

  const first = useRef(start)
  useEffect(() => {
    if (first.current.clip.from_ms !== null) player.seek(first.current.clip.from_ms)
  }, [player])

  const toPlay =
    turns.find(({ id, role, clip }) => id === aimed && role !== "client" && clip.from_ms !== null) ?? current
  const play = () => {
    if (toPlay.clip.from_ms !== null) player.toggle(stretchOf(toPlay.clip))
    else player.pause()
  }
  const say = (construct: string, value: ScoreValue) => {
    if (!isLocked) answer(current.id, construct, value)
  }
  const mark = () => {
    if (!evidence || isLocked) return
    const shownTexts = document.querySelectorAll(`[data-turn="${current.id}"] [data-text]`)
    const passage = [...shownTexts].map(selectedPassage).find((each) => each !== null)
    // Rounded down, it would be a moment of the picture before.
    const moment = media.video_url ? { at_ms: Math.ceil(player.time()) } : null
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

  const confirm = useConfirm(workspace, (turn) => {
    notifications.show({ message: texts.look.held(own.findIndex(({ id }) => id === turn.id) + 1) })
    const next = nextOpen(turns, turn, (each) => each.id !== turn.id && toLook.changed.some(({ id }) => id === each.id))
    if (next) go(next)
  })
  const isToConfirm = workspace.may_answer && look !== undefined && look.was !== null
  const goToChanged = () => {
    const next = nextOpen(turns, current, (turn) => toLook.changed.some(({ id }) => id === turn.id))
    if (next) go(next)
  }

  const asked = (): Construct[] => codebook.constructs.filter((construct) => isAsked(construct, shown.scores))
  const pick = (construct: Construct | undefined, key: string): boolean => {
    const level = construct?.levels.find((each) => isKeyOf(each, key))
    if (!construct || !level || isLocked || shown.cannot_judge !== null) return false
    // At once, so that a question this answer brings up is there to take the focus and the next key.
    flushSync(() => say(construct.key, construct.scale === "nominal" ? level.key : level.value))
    if (form.current) focusAfter(form.current, construct.key)
    return true
  }
  const nextKeyAt = () => {
    const left = openQuestions(shown, codebook.constructs).map(({ key }) => key)
    return form.current && expected(form.current, left)
  }
  useKeptFocus(nextKeyAt)
  const toNextKey = () => focusInSight(nextKeyAt())
  const judgeAfterAll = () => {
    if (isLocked) return
    flushSync(() => say("cannot_judge", null))
    if (form.current) focusFirst(form.current)
  }

  /** To the next turn; after the last one, to what is left to do. */
  const goOn = (stillOpen: Turn[]) => {
    const next = neighbour(turns, current, 1)
    if (next !== current) go(next)
    else if (isLocked) tellLastTurn(0)
    else if (stillOpen.length > 0) tellLastTurn(stillOpen.length)
    else setDialog("doneAtEnd")
  }
  const run = (command: Command) => {
    const toField = (construct: Construct | undefined) =>
      construct && form.current && focusField(form.current, construct.key)
    const commands: Record<Command, () => void> = {
      playTurn: play,
      again: () => toPlay.clip.from_ms !== null && player.again(toPlay.clip.from_ms, stretchOf(toPlay.clip)),
      playOn: () => player.playOn(),
      loop: () => player.toggleLoop(),
      slower: () => player.changeSpeed(-1),
      faster: () => player.changeSpeed(1),
      mute: () => player.toggleMuted(),
      swap: () => media.counsellor?.video_url && player.toggleSwapped(),
      next: () => goOn(open),
      previous: () => go(neighbour(turns, current, -1)),
      nextOpen: () => go(nextOpen(turns, current, (turn) => open.includes(turn)) ?? current),
      nextField: () => form.current && focusBeside(form.current, focusedField(), 1),
      previousField: () => form.current && focusBeside(form.current, focusedField(), -1),
      clear: () => clearFocused(),
      search: () => search.current?.focus(),
      evidence: mark,
      words: () => current.text !== null && evidence && !isLocked && setDialog("words"),
      comment: () => toField(comment),
      cannotJudge: () => (shown.cannot_judge === null ? !isLocked && setDialog("cannotJudge") : judgeAfterAll()),
      tooHard: () => leave(texts.form.tooHardReason),
      nextChanged: goToChanged,
      confirm: () => isToConfirm && !confirm.isPending && confirm.mutate(current),
      undo: takeBack,
      done: () => !isLocked && setDialog("done"),
      codebook: toggleCodebook,
      help: () => setDialog("keys"),
    }
    commands[command]()
  }
  const clearFocused = () => {
    const key = focusedField()
    // Marks are removed one by one, each by its own button.
    const isQuestion = asked().some((each) => each.key === key && each.levels.length > 0)
    if (key && isQuestion && shown.scores[key] !== undefined && shown.scores[key] !== null) say(key, null)
  }
  const leave = (reason: string) => {
    if (isLocked || shown.cannot_judge !== null) return
    say("cannot_judge", reason)
    goOn(open.filter(({ id }) => id !== current.id))
  }
  useKeys({
    pickFocused: (key) =>
      pick(
        asked().find((construct) => construct.key === focusedField()),
        key,
      ),
    pickAnywhere: (key) => {
      const meant = asked().filter((construct) => hasKey(construct, key))
      // Several questions know a digit: it is for the first that is open, and changes no other's answer unseen.
      const isOpen = ({ key }: Construct) => (shown.scores[key] ?? null) === null
      return pick(/^\d$/.test(key) ? meant.find(isOpen) : meant[0], key)
    },
    run,
  })

  const close = () => setDialog(undefined)
  return (
    <div className={classes.page} data-layout={media.video_url ? undefined : "text"}>
      <Header
        workspace={workspace}
        complete={own.length - open.length}
        total={own.length}
        changed={toLook.changed.length}
        onChanged={goToChanged}
        onShowRefused={() => setDialog("refusals")}
        hasCodebook={hasCodebook}
        onCodebook={toggleCodebook}
        onKeys={() => setDialog("keys")}
        onDone={() => setDialog("done")}
      />
      <Main id="content" className={classes.main}>
        {!workspace.may_answer && (
          <p className={classes.banner} role="status">
            {texts.workspace.isAnothers(assignment.rater)}
          </p>
        )}
        {assignment.done_at && <DoneBanner workspace={workspace} at={assignment.done_at} {...toLook} />}
        <BehindNotice workspace={workspace} isTurnGone={!still} />
        {!media.video_url && <MediaNote media={media} />}
        <div className={classes.columns} data-has-codebook={hasCodebook || undefined}>
          {media.video_url && (
            <div className={classes.left}>
              <Stage
                workspace={workspace}
                current={current}
                player={player}
                onNeighbour={(step) => (step === 1 ? goOn(open) : go(neighbour(turns, current, step)))}
                onPlay={play}
              />
              <div className={classes.timeline}>
                <Timeline workspace={workspace} annotations={annotations} current={current} player={player} onGo={go} />
              </div>
            </div>
          )}
          <TurnForm
            ref={form}
            turn={current}
            number={own.indexOf(current) + 1}
            hasWords={isOneColumn}
            annotation={shown}
            constructs={codebook.constructs}
            isLocked={isLocked}
            notice={
              look && (
                <SecondLookNotice
                  turn={current}
                  look={look}
                  isLocked={isLocked}
                  isBusy={confirm.isPending}
                  onConfirm={isToConfirm ? () => confirm.mutate(current) : undefined}
                />
              )
            }
            hasMoments={media.video_url !== null}
            onAnswer={say}
            onMark={mark}
            onChooseWords={() => setDialog("words")}
            onCannotJudge={() => setDialog("cannotJudge")}
            onTooHard={() => leave(texts.form.tooHardReason)}
            onNext={() => goOn(open)}
            onLeave={toNextKey}
          />
          {hasCodebook && <CodebookPanel codebook={codebook} onClose={toggleCodebook} />}
          <Transcript
            workspace={workspace}
            annotations={annotations}
            current={current}
            player={player}
            searchRef={search}
            onGo={go}
            onLeave={toNextKey}
          />
        </div>
      </Main>
      <KeysDialog isOpen={dialog === "keys"} onClose={close} constructs={codebook.constructs} />
      <DoneDialog
        isOpen={dialog === "done" || dialog === "doneAtEnd"}
        onClose={close}
        isAtEnd={dialog === "doneAtEnd"}
        workspace={workspace}
        open={open}
        changed={toLook.changed}
        onGo={go}
      />
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

const isKeyOf = ({ shortcut }: Level, key: string): boolean => shortcut.toLowerCase() === key.toLowerCase()
const hasKey = ({ levels }: Construct, key: string): boolean => levels.some((level) => isKeyOf(level, key))

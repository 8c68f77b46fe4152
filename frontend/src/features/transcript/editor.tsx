import { Button } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"

import type { SessionDetail, SessionTurn, TranscriptHistory } from "../../api/corpus"
import { waveformQuery } from "../../api/waveform"
import { Empty } from "../../components/empty"
import { KeyHint } from "../../components/key-hint"
import { SessionButton } from "../../components/session-button"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { turnAt } from "../../components/turn-clip"
import { peaksOf } from "../../components/wave-path"
import { Clock } from "./clock"
import { cutAtCursor, cutAtTime, type Cut } from "./cuts"
import { withWaiting, type Said } from "./edit-line"
import { hitsOf, nextOf } from "./find"
import { FindBar } from "./find-bar"
import { HistoryDrawer } from "./history-drawer"
import { KeysDialog } from "./keys-dialog"
import { EditorPlayer } from "./player"
import { SaveLine, TroubleNotice } from "./save-line"
import { texts } from "./texts"
import { TimeStrip } from "./time-strip"
import { withSide, type Side, type Times } from "./times"
import classes from "./transcript.module.css"
import { TurnForm, type Typed } from "./turn-form"
import { TurnList } from "./turn-list"
import { useEdits } from "./use-edits"
import { useEditorKeys } from "./use-editor-keys"

type Props = {
  slug: string
  session: SessionDetail
  transcript: TranscriptHistory
  /** The position of the turn to begin at. */
  beginAt?: number
}

/** A session's turns beside its recording, on one clock, to be mended. */
export function TranscriptEditor({ slug, session, transcript, beginAt = 0 }: Props) {
  const { line, ...state } = useEdits(session.id)
  const [clock] = useState(() => new Clock())
  const turns = useMemo(() => withWaiting(transcript.turns, state.waiting), [transcript.turns, state.waiting])
  const { turn, next, select } = useSelected(turns, beginAt)
  const [times, setTimes] = useTimes(turn)
  const [isSwapped, setIsSwapped] = useState(false)
  const swap = () => setIsSwapped((was) => !was)
  const [dialog, setDialog] = useState<"history" | "keys">()
  const typed = useRef<Typed>({ text: "", cursor: null })
  const words = useRef<HTMLTextAreaElement>(null)
  const start = useRef<HTMLInputElement>(null)
  const find = useRef<HTMLInputElement>(null)
  const [looked, setLooked] = useState("")
  const hits = useMemo(() => hitsOf(turns, looked), [turns, looked])
  const waiting = turns.filter(({ id }) => transcript.second_looks[id])

  const hasPlayer = session.has_video && session.may_play
  const durationMs = session.recording?.duration_ms ?? null
  const perS = session.recording?.peaks_per_s ?? null
  const waveform = useQuery({
    ...waveformQuery(`sessions/${session.id}/waveform/`),
    enabled: hasPlayer && perS !== null,
  }).data
  const peaks = useMemo(() => (waveform && perS ? peaksOf(waveform, perS) : null), [waveform, perS])
  const speakers = useMemo(() => [...new Set(turns.map(({ speaker }) => speaker).filter(Boolean))], [turns])

  useEffect(() => {
    typed.current = { text: turn?.text ?? "", cursor: null }
  }, [turn?.id, turn?.text])

  const choose = useCallback(
    (to: SessionTurn, how: "click" | "move") => {
      select(to.id)
      if (to.clip.from_ms === null) return
      clock.seek(to.clip.from_ms)
      if (how === "click") clock.play()
    },
    [select, clock],
  )
  const step = (by: 1 | -1) => {
    const to = turn && turns[turns.indexOf(turn) + by]
    if (to) choose(to, "move")
  }
  const goTo = (among: SessionTurn[], by: 1 | -1) => {
    const to = turn && nextOf(among, turn.position, by)
    if (to) choose(to, "move")
  }
  const say = (said: Said) => turn && line.add({ kind: "change", turn, said })
  const keepTimes = (told: Times) => {
    setTimes(told)
    const said: Said = {}
    if (turn && told.start_ms !== turn.start_ms) said.start_ms = told.start_ms
    if (turn && told.end_ms !== turn.end_ms) said.end_ms = told.end_ms
    if (Object.keys(said).length) say(said)
  }
  const atPlayer = (side: Side) => hasPlayer && times && keepTimes(withSide(times, side, clock.time(), durationMs))
  const split = (cut: Cut | null, why: string) => {
    if (turn && cut) line.add({ kind: "split", turn, ...cut })
    else notifications.show({ message: why })
  }
  /** The words and the text cursor as typed; what is not kept yet is kept first. */
  const settled = (): Typed => {
    const { text, cursor } = typed.current
    words.current?.blur()
    return { text: text.trim(), cursor: cursor && cursor - (text.length - text.trimStart().length) }
  }
  const splitCursor = () => {
    const { text, cursor } = settled()
    split(turn && cursor !== null ? cutAtCursor(turn, text, cursor) : null, texts.form.noCut)
  }
  const splitTime = () => {
    if (!turn) return
    const { text, cursor } = settled()
    const byTime = cutAtTime(turn, text, clock.time())
    // Where the person has put the text cursor, they have said which words; the player then says when.
    const byCursor = byTime && cursor !== null ? cutAtCursor(turn, text, cursor) : null
    split(byTime && (byCursor ? { ...byCursor, atMs: byTime.atMs } : byTime), texts.form.noCutTime)
  }
  const merge = () => {
    words.current?.blur()
    if (turn && next) line.add({ kind: "merge", turn, next })
  }
  const undo = () => {
    if (transcript.can_undo || state.waiting.length > 0) line.add({ kind: "undo" })
  }
  const nextRole = () => {
    const roles = ["client", "counsellor", "other"] as const
    if (turn) say({ role: roles[(roles.indexOf(turn.role) + 1) % 3] })
  }
  useEditorKeys({
    " ": () => clock.toggle(),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    a: () => turn && choose(turn, "click"),
    f: () => {
      const playing = turnAt(turns, clock.time())
      if (playing) select(playing.id)
    },
    "/": () => {
      find.current?.focus()
      find.current?.select()
    },
    n: () => goTo(hits, 1),
    p: () => goTo(hits, -1),
    l: () => goTo(waiting, 1),
    e: () => words.current?.focus(),
    t: () => start.current?.select(),
    r: nextRole,
    s: splitTime,
    m: merge,
    i: () => atPlayer("start_ms"),
    o: () => atPlayer("end_ms"),
    u: undo,
    v: session.counsellor_recording?.is_ready ? swap : undefined,
    h: () => setDialog("history"),
    "?": () => setDialog("keys"),
  })

  return (
    <>
      <PageHeader
        title={texts.edit.title(session.key)}
        actions={
          <>
            <Button
              variant="default"
              disabled={!transcript.can_undo && state.waiting.length === 0}
              onClick={undo}
              rightSection={<KeyHint keys="U" />}
            >
              {texts.edit.undo}
            </Button>
            <Button variant="default" onClick={() => setDialog("history")} rightSection={<KeyHint keys="H" />}>
              {texts.edit.history}
            </Button>
            <Button variant="default" onClick={() => setDialog("keys")} rightSection={<KeyHint keys="?" />}>
              {texts.edit.keys}
            </Button>
            <SessionButton slug={slug} session={session.id} page="transcript/new">
              {texts.edit.newFile}
            </SessionButton>
          </>
        }
      >
        {texts.edit.lead}
      </PageHeader>
      <TroubleNotice line={line} {...state} />
      {!turn || !times ? (
        <Empty title={texts.edit.empty}>{texts.edit.emptyText}</Empty>
      ) : (
        <div className={classes.editor}>
          <div className={classes.desk}>
            <EditorPlayer session={session} clock={clock} isSwapped={isSwapped} onSwap={swap} />
            {hasPlayer && durationMs !== null && (
              <TimeStrip
                turns={turns}
                turn={turn}
                times={times}
                durationMs={durationMs}
                peaks={peaks}
                clock={clock}
                onTimes={setTimes}
                onKeep={keepTimes}
              />
            )}
            <Panel>
              <TurnForm
                key={turn.id}
                turn={turn}
                next={next}
                labels={transcript.labels}
                speakers={speakers}
                times={times}
                durationMs={durationMs}
                hasPlayer={hasPlayer}
                typed={typed}
                wordsRef={words}
                startRef={start}
                onSay={say}
                onTimes={setTimes}
                onKeepTimes={keepTimes}
                onAtPlayer={atPlayer}
                onSplitCursor={splitCursor}
                onSplitTime={splitTime}
                onMerge={merge}
              />
            </Panel>
          </div>
          <Panel title={texts.list.title} note={texts.list.note} actions={<SaveLine {...state} />} isFlush>
            <FindBar
              looked={looked}
              hits={hits}
              waiting={waiting}
              position={turn.position}
              inputRef={find}
              onLook={setLooked}
              onGo={(to) => choose(to, "move")}
            />
            <TurnList
              turns={turns}
              labels={transcript.labels}
              secondLooks={transcript.second_looks}
              looked={looked}
              selected={turn.id}
              clock={clock}
              onSelect={choose}
            />
          </Panel>
        </div>
      )}
      <HistoryDrawer sessionId={session.id} isOpen={dialog === "history"} onClose={() => setDialog(undefined)} />
      <KeysDialog isOpen={dialog === "keys"} onClose={() => setDialog(undefined)} />
    </>
  )
}

/** The turn that is edited. One that was joined or undone away leaves its place to what stands there now. */
function useSelected(turns: SessionTurn[], beginAt: number) {
  const [chosen, setChosen] = useState(turns[beginAt]?.id ?? turns[0]?.id)
  const place = useRef(beginAt)
  const found = turns.findIndex(({ id }) => id === chosen)
  const at = found === -1 ? Math.min(place.current, turns.length - 1) : found
  const turn = turns[at]
  useEffect(() => {
    place.current = at
    if (turn) setChosen(turn.id)
  }, [at, turn])
  return { turn, next: turns[at + 1], select: setChosen }
}

/** The turn's times while they are set; as saved, whenever these or the turn are others. */
function useTimes(turn: SessionTurn | undefined): [Times | undefined, (times: Times) => void] {
  const [set, setSet] = useState<{ of: string; times: Times }>()
  const of = turn ? `${turn.id} ${turn.start_ms} ${turn.end_ms}` : ""
  const saved = turn && { start_ms: turn.start_ms, end_ms: turn.end_ms }
  return [set && set.of === of ? set.times : saved, (times) => setSet({ of, times })]
}

import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core"
import { useRef, useState, type KeyboardEvent, type Ref, type RefObject } from "react"

import type { SessionTurn } from "../../api/corpus"
import type { SpeakerRole } from "../../api/types"
import { KeyHint } from "../../components/key-hint"
import type { Said } from "./edit-line"
import { texts } from "./texts"
import { TimeField } from "./time-field"
import { withSide, type Side, type Times } from "./times"
import classes from "./transcript.module.css"

/** The words as they are typed, and where the text cursor stands in them. */
export type Typed = { text: string; cursor: number | null }

type Props = {
  turn: SessionTurn
  next: SessionTurn | undefined
  labels: Record<string, number>
  speakers: string[]
  times: Times
  durationMs: number | null
  hasPlayer: boolean
  typed: RefObject<Typed>
  wordsRef: Ref<HTMLTextAreaElement>
  startRef: Ref<HTMLInputElement>
  onSay: (said: Said) => void
  onTimes: (times: Times) => void
  onKeepTimes: (times: Times) => void
  onAtPlayer: (side: Side) => void
  onSplitCursor: () => void
  onSplitTime: () => void
  onMerge: () => void
}

const ROLES: SpeakerRole[] = ["client", "counsellor", "other"]

/** All that can be changed of one turn. Rendered anew (by key) where the turn or its saved words are others. */
export function TurnForm({ turn, next, labels, times, durationMs, hasPlayer, ...props }: Props) {
  const say = texts.form
  const nLabels = labels[turn.id] ?? 0
  // Turns of two roles are not joined, so nothing is put aside.
  const nNext = (next?.role === turn.role && labels[next.id]) || 0
  const setTime = (side: Side, ms: number) => props.onTimes(withSide(times, side, ms, durationMs))
  const keepTime = (side: Side, ms: number | null) =>
    props.onKeepTimes(ms === null ? { ...times, [side]: null } : withSide(times, side, ms, durationMs))

  return (
    <section className={classes.form} aria-labelledby="edited-turn">
      <h2 id="edited-turn">{say.title(turn.position, turn.role)}</h2>
      {nLabels > 0 && <p className={classes.warned}>{say.labelled(nLabels)}</p>}
      <Words key={turn.text} turn={turn} {...props} />
      {turn.backchannels.length > 0 && (
        <p className="small">
          {say.interjections}: {turn.backchannels.map(({ text }) => `“${text}”`).join(", ")}
        </p>
      )}
      <div className={classes.fields}>
        <TimeField
          inputRef={props.startRef}
          label={say.start}
          value={times.start_ms}
          onChange={(ms) => setTime("start_ms", ms)}
          onKeep={(ms) => keepTime("start_ms", ms)}
        />
        <TimeField
          label={say.end}
          value={times.end_ms}
          onChange={(ms) => setTime("end_ms", ms)}
          onKeep={(ms) => keepTime("end_ms", ms)}
        />
        <NativeSelect
          size="xs"
          label={say.role}
          value={turn.role}
          data={ROLES.map((role) => ({ value: role, label: texts.list.roles[role] }))}
          onChange={(event) => props.onSay({ role: event.currentTarget.value as SpeakerRole })}
        />
        <Speaker key={turn.speaker} turn={turn} speakers={props.speakers} onSay={props.onSay} />
      </div>
      <div className={classes.actions}>
        {hasPlayer && (
          <>
            <Act keys="I" label={say.setStart} onAct={() => props.onAtPlayer("start_ms")} />
            <Act keys="O" label={say.setEnd} onAct={() => props.onAtPlayer("end_ms")} />
          </>
        )}
        <Act keys="Ctrl ↵" label={say.splitCursor} onAct={props.onSplitCursor} />
        {hasPlayer && <Act keys="S" label={say.splitTime} onAct={props.onSplitTime} />}
        <Act keys="M" label={say.merge} isDisabled={!next} onAct={props.onMerge} />
      </div>
      {nNext > 0 && <p className="small">{say.nextLabelled(nNext)}</p>}
    </section>
  )
}

type WordsProps = Pick<Props, "turn" | "typed" | "wordsRef" | "onSay" | "onSplitCursor">

function Words({ turn, typed, wordsRef, onSay, onSplitCursor }: WordsProps) {
  const saved = turn.text ?? ""
  const [text, setText] = useState(saved)
  const isDropped = useRef(false)
  const note = (value: string, cursor: number | null) => {
    typed.current = { text: value, cursor }
  }
  const keep = () => {
    const told = text.trim()
    if (!isDropped.current && told !== saved) onSay({ text: told })
    isDropped.current = false
  }
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") {
      isDropped.current = true
      setText(saved)
      event.currentTarget.blur()
    }
    if (event.key !== "Enter") return
    event.preventDefault()
    note(text, event.currentTarget.selectionStart)
    event.currentTarget.blur() // Which keeps the words; the page's keys work again.
    if (event.ctrlKey || event.metaKey) onSplitCursor()
  }
  return (
    <Textarea
      ref={wordsRef}
      label={texts.form.words}
      description={texts.form.wordsNote}
      autosize
      minRows={2}
      maxRows={8}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        note(event.currentTarget.value, event.currentTarget.selectionStart)
      }}
      onSelect={(event) => note(text, event.currentTarget.selectionStart)}
      onKeyDown={key}
      onBlur={keep}
    />
  )
}

function Speaker({ turn, speakers, onSay }: Pick<Props, "turn" | "speakers" | "onSay">) {
  const [name, setName] = useState(turn.speaker)
  const keep = () => name.trim() !== turn.speaker && onSay({ speaker: name.trim() })
  return (
    <>
      <TextInput
        size="xs"
        label={texts.form.speaker}
        list="known-speakers"
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && keep()}
        onBlur={keep}
      />
      <datalist id="known-speakers">
        {speakers.map((speaker) => (
          <option key={speaker} value={speaker} />
        ))}
      </datalist>
    </>
  )
}

type ActProps = { keys: string; label: string; isDisabled?: boolean; onAct: () => void }

function Act({ keys, label, isDisabled, onAct }: ActProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      disabled={isDisabled}
      // The text cursor stays where it is: the button may be about it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAct}
      rightSection={<KeyHint keys={keys} />}
    >
      {label}
    </Button>
  )
}

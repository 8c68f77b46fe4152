import { Button, SegmentedControl } from "@mantine/core"
import { useMemo, useState } from "react"

import type { Diff, DiffKind, DiffStep } from "../../api/corpus"
import { count, mediaTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { WordDiff } from "../../components/word-diff"
import classes from "./reimport.module.css"
import { texts } from "./texts"

type Shown = DiffKind | "changes"

const ORDER: DiffKind[] = ["changed", "moved", "new", "back", "gone", "kept"]
/** So many rows at first, and more at a press: word by word comparing of thousands takes its time. */
const PAGE = 200

/** What a file would do to each turn, in a sentence and turn by turn. */
export function DiffList({ diff }: { diff: Diff }) {
  const say = texts.diff
  const [shown, setShown] = useState<Shown>("changes")
  const [most, setMost] = useState(PAGE)
  const n = (kind: DiffKind) => diff.counts[kind]?.turns ?? 0
  const labels = (kind: DiffKind) => diff.counts[kind]?.labels ?? 0
  const nChanges = diff.steps.length - n("kept")
  const rows = useMemo(
    () => diff.steps.filter(({ kind }) => (shown === "changes" ? kind !== "kept" : kind === shown)),
    [diff.steps, shown],
  )
  const headline = say.headline({
    kept: n("kept"),
    changed: n("changed"),
    moved: n("moved"),
    fresh: n("new"),
    back: n("back"),
    gone: n("gone"),
  })
  const toLookAt = labels("changed") + labels("moved") + labels("gone")

  return (
    <>
      <Statement headline={nChanges ? headline : say.none} tone={toLookAt > 0 ? "warn" : "calm"}>
        {nChanges > 0 && say.labels(labels("changed"), labels("moved"), labels("gone"))}
      </Statement>
      <Panel title={say.title} isFlush>
        <div className={classes.filter}>
          <SegmentedControl<Shown>
            size="xs"
            aria-label={say.show}
            value={shown}
            onChange={(kind) => {
              setShown(kind)
              setMost(PAGE)
            }}
            data={[
              { value: "changes", label: `${say.kinds.changes} ${count(nChanges)}` },
              ...ORDER.map((kind) => ({ value: kind, label: `${say.kinds[kind]} ${count(n(kind))}` })),
            ]}
          />
        </div>
        {rows.length === 0 && <p className={classes.nothing}>{say.nothing}</p>}
        <ol className={classes.steps} aria-label={say.title}>
          {rows.slice(0, most).map((step, index) => (
            <Step key={step.turn ?? `new ${index}`} step={step} />
          ))}
        </ol>
        {rows.length > most && (
          <Button variant="default" className={classes.more} onClick={() => setMost((old) => old + PAGE)}>
            {say.more}
          </Button>
        )}
      </Panel>
    </>
  )
}

type Said = NonNullable<DiffStep["after"]>

function Step({ step }: { step: DiffStep }) {
  const { kind, before, after, changes, n_labels } = step
  const say = texts.diff
  const now = after ?? before
  if (!now) return null
  const isChanged = (kind === "changed" || kind === "moved") && before !== null && after !== null
  return (
    <li className={classes.step} data-kind={kind}>
      <span className="small number">{now.start_ms === null ? texts.list.noTime : mediaTime(now.start_ms)}</span>
      <div className={classes.said}>
        <span className={classes.what}>
          <strong className="small">{texts.list.roles[now.role]}</strong>
          <span className={classes.kind}>
            {say.word[kind]}
            {isChanged && changes.length > 0 && `: ${changes.map((each) => say.what[each]).join(", ")}`}
          </span>
          {n_labels > 0 && <span className={classes.labels}>{say.labelsOn(n_labels)}</span>}
        </span>
        {kind === "moved" && step.was_position !== null && step.position !== null && (
          <span className="small">{say.places(step.was_position, step.position)}</span>
        )}
        {isChanged && <Facts before={before} after={after} changes={changes} />}
        <span className={classes.words}>
          {isChanged && changes.includes("text") ? <WordDiff before={before.text} after={after.text} /> : now.text}
        </span>
      </div>
    </li>
  )
}

function Facts({ before, after, changes }: { before: Said; after: Said; changes: DiffStep["changes"] }) {
  const say = texts.diff
  const lines = [
    changes.includes("time") && say.times(stretch(before), stretch(after)),
    changes.includes("speaker") && say.times(before.speaker || say.unnamed, after.speaker || say.unnamed),
    changes.includes("role") && say.times(texts.list.roles[before.role], texts.list.roles[after.role]),
  ].filter((line) => line !== false)
  return lines.map((line) => (
    <span key={line} className="small number">
      {line}
    </span>
  ))
}

const stretch = ({ start_ms, end_ms }: Said): string =>
  start_ms === null ? texts.diff.untimed : `${mediaTime(start_ms)} – ${end_ms === null ? "…" : mediaTime(end_ms)}`

import { useCallback, useMemo, useRef, useSyncExternalStore } from "react"

import type { Annotation, Construct, ScoreValue, Workspace } from "../../../api/types"
import { changeQueue } from "../queue"
import { sameValue } from "../queue/change"
import { turnKey, valueIn } from "../queue/change-queue"
import { NOTHING_RECORDED, withPending } from "./answers"

type Given = { construct: string; value: ScoreValue }
/** One step that Ctrl+Z takes back: what it set, and what the constructs it touched were before, in those words. */
type Step = { turn: string; revision: number | null; set: Given; before: Given[] }

export type Answer = (turn: string, construct: string, value: ScoreValue) => void

/** What stands recorded for each turn, changes on their way included; and how to change it. */
export function useAnswers(workspace: Workspace) {
  const { saved, changes } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)
  const { assignment, codebook, annotations: loaded } = workspace

  const latest = useRef(loaded)
  const annotations = useMemo(() => {
    const shown: Record<string, Annotation> = { ...loaded }
    for (const { id } of workspace.turns) {
      const news = saved[turnKey(assignment.id, id)]
      if (!news || news.version < (shown[id]?.version ?? 0)) continue
      const isAhead = news.transcript_revision > workspace.transcript_revision
      shown[id] = isAhead ? withMarksOf(latest.current[id], news, codebook.constructs) : news
    }
    const mine = changes.filter((change) => change.assignment === assignment.id)
    for (const turn of new Set(mine.map((change) => change.turn))) {
      const pending = mine.filter((change) => change.turn === turn)
      shown[turn] = withPending(shown[turn] ?? NOTHING_RECORDED, pending, codebook.constructs)
    }
    return shown
  }, [loaded, saved, changes, assignment.id, codebook.constructs, workspace.turns, workspace.transcript_revision])

  const steps = useRef<Step[]>([])
  latest.current = annotations

  const put = useCallback(
    (turn: string, turnRevision: number | null, { construct, value }: Given) => {
      const shown = latest.current[turn] ?? NOTHING_RECORDED
      const seen = valueIn(shown, construct)
      changeQueue.add({ assignment: assignment.id, turn, turnRevision, construct, value, seen, version: shown.version })
    },
    [assignment.id],
  )

  const answer: Answer = useCallback(
    (turn, construct, value) => {
      const revision = workspace.turns.find(({ id }) => id === turn)?.revision ?? null
      const before = latest.current[turn] ?? NOTHING_RECORDED
      const dependents = codebook.constructs.filter(
        ({ key, asked_when }) => asked_when?.[construct] && key in before.scores,
      )
      const touched = [construct, ...dependents.map(({ key }) => key)]
      steps.current.push({
        turn,
        revision,
        set: { construct, value },
        before: touched.map((key) => ({ construct: key, value: valueIn(before, key) })),
      })
      put(turn, revision, { construct, value })
    },
    [codebook.constructs, put, workspace.turns],
  )

  /** Take the last change of this visit back that still stands, as a change of its own. Returns its turn. */
  const undo = useCallback((): string | undefined => {
    const stands = ({ turn, set }: Step) =>
      sameValue(valueIn(latest.current[turn] ?? NOTHING_RECORDED, set.construct), set.value)
    let step = steps.current.pop()
    while (step && !stands(step)) step = steps.current.pop()
    if (!step) return undefined
    const { turn, revision, before } = step
    // Marks are places in the words that the page showed then; the server finds where these stand now.
    before.forEach((given) => put(turn, revision, given))
    return turn
  }, [put])

  return { annotations, answer, undo }
}

/** News of words that the page does not show yet, with the marks as they stand in those that it shows. */
function withMarksOf(shown: Annotation | undefined, news: Annotation, constructs: Construct[]): Annotation {
  const scores = { ...news.scores }
  for (const { key } of constructs.filter(({ scale }) => scale === "spans")) {
    delete scores[key]
    const marks = shown?.scores[key]
    if (marks !== undefined) scores[key] = marks
  }
  return { ...news, scores }
}

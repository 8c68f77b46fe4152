import type { Annotation, Schemas, Turn, Workspace } from "../../../api/types"
import { clientTurns } from "./turns"

export type SecondLook = Schemas["SecondLookOutput"]

/** What became of the turn since the rater saw it, as long as they have not answered it or stood by their answers. */
export function openLook(
  { second_looks }: Workspace,
  turn: Turn,
  annotation: Annotation | undefined,
): SecondLook | undefined {
  const look = second_looks[turn.id]
  if (!look || turn.role !== "client") return undefined
  return annotation?.turn_revision === turn.revision ? undefined : look
}

/** The client turns to look at again: those that were changed, and those that came in after the pass was given. */
export function turnsToLookAt(
  workspace: Workspace,
  annotations: Record<string, Annotation>,
): { changed: Turn[]; arrived: Turn[] } {
  const looks = clientTurns(workspace.turns).flatMap((turn) => {
    const look = openLook(workspace, turn, annotations[turn.id])
    return look ? [{ turn, isNew: look.was === null }] : []
  })
  return {
    changed: looks.filter(({ isNew }) => !isNew).map(({ turn }) => turn),
    arrived: looks.filter(({ isNew }) => isNew).map(({ turn }) => turn),
  }
}

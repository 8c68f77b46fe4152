import { Button, Modal } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"

import type { Turn, Workspace } from "../../../api/types"
import { DialogActions } from "../../../components/dialog-actions"
import { explain } from "../../../components/error-notice"
import { assignmentQueries, markDone } from "../queries"
import { changeQueue } from "../queue"
import { texts } from "../texts"
import { clientTurns } from "./turns"
import classes from "./workspace.module.css"

const SHOWN = 8

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Whether the person came here by going on from the last turn. */
  isAtEnd: boolean
  workspace: Workspace
  /** Client turns without all their answers. */
  open: Turn[]
  /** Client turns that were changed since they were labelled. */
  changed: Turn[]
  onGo: (turn: Turn) => void
}

/** Says what is still open; with nothing open, locks the pass. */
export function DoneDialog({ isOpen, onClose, isAtEnd, workspace, open, changed, onGo }: Props) {
  const say = texts.doneDialog
  const queryClient = useQueryClient()
  const { changes } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)
  const isUnsaved = changes.some((change) => change.assignment === workspace.assignment.id)
  const { id, pass_kind } = workspace.assignment
  const done = useMutation({
    mutationFn: () => markDone(id),
    onSuccess: async (assignment) => {
      queryClient.setQueryData(assignmentQueries.workspace(id).queryKey, (old) => old && { ...old, assignment })
      await queryClient.invalidateQueries({ queryKey: ["assignments"] })
      onClose()
    },
  })

  const numbers = new Map(clientTurns(workspace.turns).map((turn, index) => [turn.id, index + 1]))
  return (
    <Modal opened={isOpen} onClose={onClose} title={open.length ? say.openTitle(open.length) : say.title}>
      {isAtEnd && open.length === 0 && <p>{say.allLabelled}</p>}
      <p>{open.length ? say.openText : say.locks[pass_kind]}</p>
      {open.length > 0 && (
        <ul className={classes.openTurns}>
          {open.slice(0, SHOWN).map((turn) => (
            <li key={turn.id}>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  onGo(turn)
                }}
              >
                {say.turn(numbers.get(turn.id) ?? 0)}
              </button>
            </li>
          ))}
          {open.length > SHOWN && <li>{say.more(open.length - SHOWN)}</li>}
        </ul>
      )}
      {changed.length > 0 && <p className={classes.warn}>{say.changed(changed.length)}</p>}
      {isUnsaved && <p className={classes.warn}>{say.unsaved}</p>}
      {done.error && (
        <p role="alert" className={classes.bad}>
          {explain(done.error)}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {say.close}
        </Button>
        {open.length === 0 && (
          <Button loading={done.isPending} disabled={isUnsaved} onClick={() => done.mutate()}>
            {say.confirm}
          </Button>
        )}
      </DialogActions>
    </Modal>
  )
}

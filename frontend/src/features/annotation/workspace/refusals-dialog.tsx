import { Button, Group, Modal, Stack } from "@mantine/core"
import { useSyncExternalStore } from "react"

import type { Construct, ScoreValue, Workspace } from "../../../api/types"
import { texts } from "../texts"
import { changeQueue } from "../queue"
import type { Change } from "../queue/change"
import { clientTurns } from "./turns"

type Props = { isOpen: boolean; onClose: () => void; workspace: Workspace }

/** Changes that need the person's word: two values side by side, or what the server said against one. */
export function RefusalsDialog({ isOpen, onClose, workspace }: Props) {
  const { changes } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)
  const refused = changes.filter((change) => change.refusal)
  return (
    <Modal opened={isOpen && refused.length > 0} onClose={onClose} title={texts.refusals.title} size="lg">
      <Stack gap="lg">
        {refused.map((change) => (
          <RefusedChange key={change.clientKey} change={change} all={changes} workspace={workspace} />
        ))}
      </Stack>
    </Modal>
  )
}

type ChangeProps = { change: Change; all: readonly Change[]; workspace: Workspace }

function RefusedChange({ change, all, workspace }: ChangeProps) {
  const say = texts.refusals
  const { refusal } = change
  const isHere = change.assignment === workspace.assignment.id
  const construct = workspace.codebook.constructs.find(({ key }) => key === change.construct)
  const turn = clientTurns(workspace.turns).findIndex(({ id }) => id === change.turn) + 1
  const name = construct?.label ?? change.construct
  const what = isHere ? name : say.elsewhere(name)
  // Later changes of the same construct wait behind this one; what would hold is the last of them.
  const last = all.findLast((each) => each.turn === change.turn && each.construct === change.construct) ?? change
  const mine = valueInWords(last.value, construct)

  if (refusal?.kind === "conflict") {
    const theirs = valueInWords(refusal.theirs, construct)
    return (
      <div>
        <p>{say.conflict(what, turn)}</p>
        <p className="small">
          {say.here}: {mine} · {say.there}: {theirs}
        </p>
        <Group gap="xs" mt="xs">
          <Button onClick={() => changeQueue.keepMine(change)}>{say.keepMine(mine)}</Button>
          <Button variant="default" onClick={() => changeQueue.giveUp(change)}>
            {say.takeTheirs(theirs)}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div>
      <p>{say.refused(what, turn, mine)}</p>
      <p className="small">{refusal?.message}</p>
      <Group gap="xs" mt="xs">
        <Button onClick={() => changeQueue.retryRefused()}>{say.retry}</Button>
        <Button variant="default" onClick={() => changeQueue.giveUp(change)}>
          {say.giveUp}
        </Button>
      </Group>
    </div>
  )
}

function valueInWords(value: ScoreValue, construct: Construct | undefined): string {
  if (value === null) return texts.refusals.nothing
  if (Array.isArray(value)) return `${value.length} × ${construct?.label ?? ""}`
  return construct?.levels.find((level) => level.key === value || level.value === value)?.label ?? String(value)
}

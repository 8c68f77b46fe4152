import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type { Turn, Workspace } from "../../../api/types"
import { showError } from "../../../components/error-notice"
import { dateTime } from "../../../components/numbers"
import { assignmentQueries, reopen } from "../queries"
import { changeQueue } from "../queue"
import { texts } from "../texts"
import classes from "./workspace.module.css"

type Props = { workspace: Workspace; at: string; changed: Turn[]; arrived: Turn[] }

/** That the pass is done, and what to do where its transcript was changed afterwards. */
export function DoneBanner({ workspace, at, changed, arrived }: Props) {
  const queryClient = useQueryClient()
  const say = texts.workspace
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
  const mayReopen = pass_kind === "together" && workspace.may_answer
  const isTouched = changed.length > 0 || arrived.length > 0
  return (
    <div className={classes.banner} data-tone={isTouched ? "warn" : undefined} role="status">
      <span>
        {say.isDone(dateTime(at))} {changed.length > 0 && say.changedSince(changed.length)}{" "}
        {arrived.length > 0 && say.arrivedSince(arrived.length)}{" "}
        {isTouched && (pass_kind === "together" ? say.changeNeedsReopening : say.changeNeedsLead)}
        {!isTouched && pass_kind !== "together" && say.isLocked}
      </span>
      {mayReopen && (
        <Button variant="default" size="compact-sm" loading={open.isPending} onClick={() => open.mutate()}>
          {say.reopen}
        </Button>
      )}
    </div>
  )
}

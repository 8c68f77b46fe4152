import { notifications } from "@mantine/notifications"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"

import type { Workspace } from "../../../api/types"
import { assignmentQueries, loadWorkspace } from "../queries"
import { changeQueue } from "../queue"
import { turnKey } from "../queue/change-queue"
import { texts } from "../texts"

/**
 * Loads turns, marks and second looks anew once an answer of the server tells of a later transcript than the page
 * shows. What is typed stays, and so does the page where that fails: `error` then says why, and `retry` tries again.
 */
export function useCatchUp({ assignment, turns, transcript_revision }: Workspace) {
  const queryClient = useQueryClient()
  const { saved } = useSyncExternalStore(changeQueue.subscribe, changeQueue.snapshot)
  const isBehind = turns.some(
    ({ id }) => (saved[turnKey(assignment.id, id)]?.transcript_revision ?? 0) > transcript_revision,
  )
  const { mutate, error, isPending } = useMutation({
    mutationKey: ["catch-up", assignment.id],
    mutationFn: async () => {
      // Answers on their way were given to the words that the page shows.
      await changeQueue.flush()
      return loadWorkspace(assignment.id)
    },
    onSuccess: (workspace) => {
      queryClient.setQueryData(assignmentQueries.workspace(assignment.id).queryKey, workspace)
      notifications.show({ message: texts.behind.caughtUp })
    },
  })
  useEffect(() => {
    if (isBehind && !queryClient.isMutating({ mutationKey: ["catch-up", assignment.id] })) mutate()
    // Each further answer is another occasion, where the first attempt failed.
  }, [isBehind, saved, mutate, queryClient, assignment.id])
  return { error: isBehind ? error : null, isPending, retry: () => mutate() }
}

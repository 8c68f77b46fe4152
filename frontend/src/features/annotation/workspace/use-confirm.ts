import { notifications } from "@mantine/notifications"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { isApiError } from "../../../api/client"
import type { Turn, Workspace } from "../../../api/types"
import { showError } from "../../../components/error-notice"
import { assignmentQueries, confirmAnswers } from "../queries"
import { changeQueue } from "../queue"
import { turnKey } from "../queue/change-queue"
import { texts } from "../texts"

/** Stand by one's answers after a turn was changed. What is still on its way to the server goes first. */
export function useConfirm({ assignment }: Workspace, onHeld: (turn: Turn) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (turn: Turn) => {
      await changeQueue.flush()
      return confirmAnswers(assignment.id, turn)
    },
    onSuccess: async (annotation, turn) => {
      changeQueue.hear({ key: turnKey(assignment.id, turn.id), annotation, at: Date.now() })
      onHeld(turn)
      await queryClient.invalidateQueries({ queryKey: ["assignments"] })
    },
    onError: async (error) => {
      if (!isApiError(error, "turn_changed")) return showError(error)
      notifications.show({ message: texts.look.again })
      await queryClient.invalidateQueries({ queryKey: assignmentQueries.workspace(assignment.id).queryKey })
    },
  })
}

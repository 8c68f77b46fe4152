import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { ConfirmDialog } from "../../components/confirm-dialog"
import { showError } from "../../components/error-notice"
import { discardDraft, importQueries, type DraftRow } from "./queries"
import { texts } from "./texts"

/** Ask, then throw an import away; `onGone` is told when it is. */
export function useThrowAway(slug: string, onGone?: () => void) {
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<Pick<DraftRow, "id" | "transcript_name">>()
  const discard = useMutation({
    mutationFn: ({ id }: Pick<DraftRow, "id">) => discardDraft(id),
    onSuccess: async () => {
      onGone?.()
      await queryClient.invalidateQueries({ queryKey: importQueries.drafts(slug).queryKey })
    },
    onError: (error) => showError(error),
    onSettled: () => setLeaving(undefined),
  })
  const dialog = (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      title={texts.throwAwayTitle(leaving?.transcript_name ?? "")}
      confirm={texts.throwAway}
      isBusy={discard.isPending}
      onConfirm={() => leaving && discard.mutate(leaving)}
      onCancel={() => setLeaving(undefined)}
    >
      {texts.throwAwayText}
    </ConfirmDialog>
  )
  return { ask: setLeaving, dialog }
}

import { Button } from "@mantine/core"
import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { ConfirmDialog } from "../../../components/confirm-dialog"
import { ErrorNotice, showError } from "../../../components/error-notice"
import { dateTime } from "../../../components/numbers"
import { Panel } from "../../../components/panel"
import classes from "../import.module.css"
import { importQueries } from "../queries"
import { throwAwayUpload, type ArrivedPart } from "./recording-upload"
import { texts } from "./texts"
import { sendingKey } from "./use-sending"

type Props = {
  slug: string
  /** Uploads whose files are chosen on the form above, where what has arrived is told already. */
  onForm: string[]
}

/** Recordings that were sent, in part or whole, for no import yet; none, and nothing is shown. */
export function UploadsPanel({ slug, onForm }: Props) {
  const uploads = useQuery(importQueries.uploads(slug))
  const isSending = useIsMutating({ mutationKey: sendingKey(slug) }) > 0
  const [leaving, setLeaving] = useState<ArrivedPart>()
  const throwAway = useThrowAwayUpload(slug, () => setLeaving(undefined))
  if (uploads.error) return <ErrorNotice error={uploads.error} retry={() => void uploads.refetch()} />
  const left = uploads.data?.filter(({ id }) => !onForm.includes(id)) ?? []
  if (isSending || left.length === 0) return null
  return (
    <Panel title={texts.uploads} note={texts.uploadsNote}>
      <ul className={classes.drafts}>
        {left.map((upload) => (
          <li key={upload.id}>
            <div className={classes.draft}>
              <strong>{upload.name}</strong>
              <span className="small number">
                {texts.arrived(upload.arrived_bytes, upload.bytes)} · {texts.keptUntil(dateTime(upload.expires_at))}
              </span>
            </div>
            <Button variant="default" size="compact-sm" onClick={() => setLeaving(upload)}>
              {texts.throwAway}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={texts.throwAwayTitle(leaving?.name ?? "")}
        confirm={texts.throwAway}
        isBusy={throwAway.isPending}
        onConfirm={() => leaving && throwAway.mutate(leaving.id)}
        onCancel={() => setLeaving(undefined)}
      >
        {texts.throwAwayText}
      </ConfirmDialog>
    </Panel>
  )
}

function useThrowAwayUpload(slug: string, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: throwAwayUpload,
    onError: (error) => showError(error),
    onSettled: async () => {
      onSettled()
      await queryClient.invalidateQueries({ queryKey: importQueries.uploads(slug).queryKey })
    },
  })
}

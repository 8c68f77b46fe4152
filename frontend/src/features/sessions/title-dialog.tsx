import { Button, Modal, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { Session } from "../../api/corpus"
import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { changeSession, sessionQueries } from "./queries"
import { texts } from "./texts"

type Props = { session: Session; onClose: () => void }

export function TitleDialog({ session, onClose }: Props) {
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(session.title)
  const change = useMutation({
    mutationFn: () => changeSession(session.id, { title: title.trim() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQueries.all() })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.page.editTitle}>
      <form onSubmit={submit}>
        <TextInput
          label={texts.page.newTitle}
          description={texts.page.titleNote}
          maxLength={120}
          data-autofocus
          value={title}
          error={change.error && explain(change.error)}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DialogActions>
          <Button type="submit" loading={change.isPending}>
            {texts.page.save}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

import { Button, Modal } from "@mantine/core"
import type { ReactNode } from "react"

import { DialogActions } from "./dialog-actions"
import { texts } from "./texts"

type Props = {
  isOpen: boolean
  title: string
  /** What will happen, and whether it can be taken back. */
  children: ReactNode
  /** The verb on the button. */
  confirm: string
  isBusy?: boolean
  /** Something that the dialog asks for is missing. */
  isDisabled?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({ isOpen, title, children, confirm, isBusy, isDisabled, ...acts }: Props) {
  const { onConfirm, onCancel } = acts
  return (
    <Modal opened={isOpen} onClose={onCancel} title={title} closeButtonProps={{ "aria-label": texts.cancel }}>
      {children}
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {texts.cancel}
        </Button>
        <Button loading={isBusy} disabled={isDisabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}

import { Button, Modal, Radio, Stack, TextInput } from "@mantine/core"
import { useState, type FormEvent } from "react"

import type { PassKind } from "../../../api/types"
import { DialogActions } from "../../../components/dialog-actions"
import { texts } from "../texts"

/** The longest reason the server keeps. */
const LONGEST = 200

type Props = { isOpen: boolean; onClose: () => void; passKind: PassKind; onSet: (reason: string) => void }

/** A turn that can't be judged needs a reason: one of the usual ones, or one's own. */
export function CannotJudgeDialog({ isOpen, onClose, passKind, onSet }: Props) {
  const say = texts.form.cannotJudge
  const reasons = say.reasons[passKind]
  const [chosen, setChosen] = useState("")
  const [other, setOther] = useState("")
  const reason = (other.trim() || chosen).slice(0, LONGEST)

  const close = () => {
    setChosen("")
    setOther("")
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason) return
    onSet(reason)
    close()
  }

  return (
    <Modal opened={isOpen} onClose={close} title={say.title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Radio.Group label={say.question} value={other ? "" : chosen} onChange={setChosen}>
            <Stack gap={6} mt={8}>
              {reasons.map((each, index) => (
                <Radio key={each} value={each} label={each} data-autofocus={index === 0 || undefined} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={say.other}
            maxLength={LONGEST}
            value={other}
            onChange={(event) => setOther(event.currentTarget.value)}
          />
          <DialogActions>
            <Button type="submit" disabled={!reason}>
              {say.set}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, Modal, Stack } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { ConsentGiven, Person } from "../../api/corpus"
import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { ConsentFields } from "./consent-fields"
import classes from "./people.module.css"
import { giveConsent } from "./queries"
import { standingScopes } from "../../api/standing"
import { texts } from "./texts"
import { useConsentChanged } from "./use-consent-changed"

type Props = { person: Person; onClose: () => void }

export function GiveDialog({ person, onClose }: Props) {
  const consentChanged = useConsentChanged()
  const [given, setGiven] = useState<ConsentGiven>({
    scopes: standingScopes(person.consents, new Date()),
    basis: "",
    expires_on: null,
  })
  const give = useMutation({
    mutationFn: () => giveConsent(person.id, given),
    onSuccess: async () => {
      await consentChanged()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.giveTitle(person.pseudonym)}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>{texts.giveText}</p>
          <ConsentFields value={given} onChange={setGiven} />
          {give.error && (
            <p role="alert" className={classes.refusal}>
              {explain(give.error)}
            </p>
          )}
          <DialogActions>
            <Button type="submit" disabled={given.scopes.length === 0} loading={give.isPending}>
              {texts.giveAction}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, Modal, Stack } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"

import type { Member } from "../../api/types"
import { DialogActions } from "../../components/dialog-actions"
import { explain, showError } from "../../components/error-notice"
import { NewLinkShown } from "./new-link"
import { makeLink, revokeLink } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = { slug: string; member: Member; onClose: () => void }

/** Make, renew or revoke the link with which a person sets a password. */
export function LinkDialog({ slug, member, onClose }: Props) {
  const membersChanged = usePassesChanged(slug)
  const name = member.name || member.username
  const make = useMutation({ mutationFn: () => makeLink(slug, member.id), onSuccess: membersChanged })
  const revoke = useMutation({
    mutationFn: () => revokeLink(slug, member.id),
    onSuccess: async () => {
      await membersChanged()
      onClose()
    },
    onError: (error) => showError(error),
  })
  return (
    <Modal opened onClose={onClose} title={texts.linkTitle(name)} closeOnClickOutside={!make.data}>
      <Stack gap="md">
        {make.data ? (
          <NewLinkShown name={name} link={make.data} />
        ) : (
          <p>{member.is_invited ? texts.linkInvited(name) : texts.linkText(name)}</p>
        )}
        {make.error && (
          <p role="alert" className={classes.refusal}>
            {explain(make.error)}
          </p>
        )}
        <DialogActions>
          {member.link_expires_at && !make.data && (
            <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              {texts.revokeLink}
            </Button>
          )}
          {make.data ? (
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
          ) : (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              {texts.makeLink}
            </Button>
          )}
        </DialogActions>
      </Stack>
    </Modal>
  )
}

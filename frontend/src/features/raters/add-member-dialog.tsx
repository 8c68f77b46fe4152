import { Button, Modal, Select, Stack, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import { DialogActions } from "../../components/dialog-actions"
import { explain } from "../../components/error-notice"
import { NewLinkShown } from "./new-link"
import { addMember, type AddedMember, type OfferedRole } from "./queries"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = {
  slug: string
  /** The roles that whoever is logged in may give. */
  roles: OfferedRole[]
  onClose: () => void
}

/** Give a person a role; the link with which a new one sets a password is shown here once and nowhere else. */
export function AddMemberDialog({ slug, roles, onClose }: Props) {
  const passesChanged = usePassesChanged(slug)
  const [username, setUsername] = useState("")
  const [displayName, setDisplayName] = useState("")
  const [role, setRole] = useState<OfferedRole>(roles[0] ?? "rater")
  const add = useMutation({
    mutationFn: () => addMember(slug, { username: username.trim(), role, display_name: displayName.trim() }),
    onSuccess: passesChanged,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.add} closeOnClickOutside={!add.data?.link}>
      {add.data ? (
        <Added member={add.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={texts.username}
              description={texts.usernameNote}
              required
              withAsterisk={false}
              data-autofocus
              autoComplete="off"
              value={username}
              error={add.error && explain(add.error)}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <TextInput
              label={texts.displayName}
              maxLength={120}
              autoComplete="off"
              value={displayName}
              onChange={(event) => setDisplayName(event.currentTarget.value)}
            />
            <Select
              label={texts.memberColumns.role}
              description={texts.roleNote[role]}
              allowDeselect={false}
              data={roles.map((value) => ({ value, label: texts.role[value] }))}
              value={role}
              onChange={(value) => value && setRole(value)}
            />
            {!roles.includes("steward") && <p className="small">{texts.onlyStewards}</p>}
            <DialogActions>
              <Button type="submit" loading={add.isPending}>
                {texts.addAction}
              </Button>
            </DialogActions>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function Added({ member, onClose }: { member: AddedMember; onClose: () => void }) {
  const name = member.name || member.username
  return (
    <Stack gap="md">
      <p role="status">{texts.added(name, member.role)}</p>
      {member.link && <NewLinkShown name={name} link={member.link} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Stack>
  )
}

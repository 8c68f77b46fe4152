import { Button, CopyButton, Group, Modal, Select, Stack, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { Role } from "../../api/types"
import { explain } from "../../components/error-notice"
import { addMember, type AddedMember } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = { slug: string; onClose: () => void }

const ROLES: Role[] = ["rater", "expert", "lead", "steward", "engineer", "appraiser"]

/** Give a person a role; a new log-in's password is shown here once and nowhere else. */
export function AddMemberDialog({ slug, onClose }: Props) {
  const passesChanged = usePassesChanged(slug)
  const [username, setUsername] = useState("")
  const [displayName, setDisplayName] = useState("")
  const [role, setRole] = useState<Role>("rater")
  const add = useMutation({
    mutationFn: () => addMember(slug, { username: username.trim(), role, display_name: displayName.trim() }),
    onSuccess: passesChanged,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }

  return (
    <Modal opened onClose={onClose} title={texts.add} closeOnClickOutside={!add.data?.first_password}>
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
              data={ROLES.map((value) => ({ value, label: texts.role[value] }))}
              value={role}
              onChange={(value) => value && setRole(value)}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={add.isPending}>
                {texts.addAction}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

function Added({ member, onClose }: { member: AddedMember; onClose: () => void }) {
  const { name, username, role, first_password: password } = member
  return (
    <Stack gap="md">
      <p role="status">{texts.added(name || username, role)}</p>
      {password && (
        <div className={classes.password}>
          <h3>{texts.password}</h3>
          <p>{texts.passwordNote(username)}</p>
          <Group gap="xs">
            <code>{password}</code>
            <CopyButton value={password}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  )
}

import { Button, Group, PasswordInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import { isApiError } from "../../api/client"
import { explain } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { changePassword, tokensQuery } from "./queries"
import { texts } from "./texts"

export function PasswordPanel() {
  const queryClient = useQueryClient()
  const [oldPassword, setOldPassword] = useState("")
  const [newPassword, setNewPassword] = useState("")
  const change = useMutation({
    mutationFn: () => changePassword({ old_password: oldPassword, new_password: newPassword }),
    onSuccess: () => {
      setOldPassword("")
      setNewPassword("")
      notifications.show({ message: texts.passwordChanged })
      return queryClient.invalidateQueries(tokensQuery)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }

  return (
    <Panel title={texts.password} note={texts.passwordNote}>
      <form onSubmit={submit}>
        <Group align="start">
          <PasswordInput
            w={240}
            label={texts.oldPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={fieldError(change.error, "old_password")}
            value={oldPassword}
            onChange={(event) => setOldPassword(event.currentTarget.value)}
          />
          <PasswordInput
            w={240}
            label={texts.newPassword}
            autoComplete="new-password"
            required
            withAsterisk={false}
            error={fieldError(change.error, "new_password") ?? otherError(change.error)}
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
          />
          <Button type="submit" mt={21} loading={change.isPending}>
            {texts.changePassword}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}

function fieldError(error: Error | null, field: string): string | undefined {
  if (!isApiError(error)) return undefined
  const faults = error.fields[field]
  return Array.isArray(faults) ? faults.join(" ") : undefined
}

/** What belongs to no field: said once, under the last one. */
const otherError = (error: Error | null) => (error && !fieldError(error, "old_password") ? explain(error) : undefined)

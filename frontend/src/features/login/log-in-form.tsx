import { Button, PasswordInput, Stack, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import { isApiError, request } from "../../api/client"
import { meQuery } from "../../api/queries"
import type { Me } from "../../api/types"
import { explain } from "../../components/error-notice"
import classes from "./login.module.css"
import { texts } from "./texts"

type Props = {
  /** Given when the same person has to come back. */
  username?: string
  onLoggedIn: () => void
}

export function LogInForm({ username: fixedName, onLoggedIn }: Props) {
  const queryClient = useQueryClient()
  const [username, setUsername] = useState(fixedName ?? "")
  const [password, setPassword] = useState("")
  const logIn = useMutation({
    mutationFn: async () => {
      await request<Me>("me/") // Sets the CSRF cookie where there is none yet.
      return request<Me>("log-in/", { method: "POST", body: { username, password } })
    },
    onSuccess: (me) => {
      queryClient.setQueryData(meQuery.queryKey, me)
      onLoggedIn()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    logIn.mutate()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.username}
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={fixedName !== undefined}
          autoFocus={fixedName === undefined}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={fixedName !== undefined || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {logIn.error && (
          <p role="alert" className={classes.refusal}>
            {refusal(logIn.error)}
          </p>
        )}
        <Button type="submit" loading={logIn.isPending}>
          {texts.logIn}
        </Button>
      </Stack>
    </form>
  )
}

function refusal(error: Error): string {
  if (isApiError(error, "wrong_credentials")) return texts.wrong
  if (isApiError(error, "locked_out")) return texts.lockedOut
  return explain(error)
}

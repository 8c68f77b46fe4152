import { Button, PasswordInput, Stack, TextInput } from "@mantine/core"
import { useDocumentTitle } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useLocation, useRouter } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"

import { isApiError, request } from "../../api/client"
import { meQuery } from "../../api/queries"
import type { Me, Schemas } from "../../api/types"
import { ErrorNotice, explain } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./login.module.css"
import { texts } from "./texts"

type PasswordLink = Schemas["LinkOutput"]

/** Where a person sets their own password with the link they were sent, without being logged in. */
export function SetPasswordPage() {
  useDocumentTitle(`${texts.setTitle} · Attune`)
  // After the #, so that the browser sends it to nobody.
  const token = useLocation({ select: ({ hash }) => hash })
  const link = useQuery({
    queryKey: ["password-link", token],
    queryFn: async ({ signal }) => {
      await request<Me>("me/", { signal }) // Sets the CSRF cookie where there is none yet.
      return request<PasswordLink>("password-link/", { method: "POST", body: { token }, signal })
    },
    enabled: token !== "",
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const isOver = token === "" || isApiError(link.error, "link_not_valid") || isApiError(link.error, "invalid")

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <span className={classes.brand}>attune</span>
        <h1>{texts.setTitle}</h1>
        {isOver ? (
          <>
            <p role="alert">{texts.linkOver}</p>
            <a href="/log-in">{texts.toLogIn}</a>
          </>
        ) : link.error ? (
          <ErrorNotice error={link.error} retry={() => void link.refetch()} />
        ) : link.data ? (
          <SetPasswordForm link={link.data} token={token} />
        ) : (
          <TableSkeleton rows={2} />
        )}
      </div>
    </main>
  )
}

function SetPasswordForm({ link, token }: { link: PasswordLink; token: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [password, setPassword] = useState("")
  const set = useMutation({
    mutationFn: () => request<Me>("password-link/password/", { method: "POST", body: { token, password } }),
    onSuccess: (me) => {
      queryClient.clear() // Somebody else may have been logged in here.
      queryClient.setQueryData(meQuery.queryKey, me)
      void router.navigate({ to: "/", replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <p>{link.is_invitation ? texts.welcome(link.name) : texts.forgot(link.name)}</p>
        <TextInput label={texts.username} autoComplete="username" readOnly value={link.username} />
        <PasswordInput
          label={texts.newPassword}
          description={texts.passwordNote}
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {set.error && (
          <p role="alert" className={classes.refusal}>
            {explain(set.error)}
          </p>
        )}
        <Button type="submit" loading={set.isPending}>
          {texts.setPassword}
        </Button>
        <p className="small">{texts.linkUntil(dateTime(link.expires_at))}</p>
      </Stack>
    </form>
  )
}

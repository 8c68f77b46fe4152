import { Button, CopyButton, Group, NumberInput, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"

import type { Token } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { DataTable, type Column } from "../../components/data-table"
import { ErrorNotice, showError } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import classes from "./account.module.css"
import { makeToken, tokensQuery, withdrawToken } from "./queries"
import { texts } from "./texts"

export function TokensPanel() {
  const queryClient = useQueryClient()
  const tokens = useQuery(tokensQuery)
  const [leaving, setLeaving] = useState<Token>()
  const withdraw = useMutation({
    mutationFn: (token: Token) => withdrawToken(token.id),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
    onError: (error) => showError(error),
    onSettled: () => setLeaving(undefined),
  })

  const columns: Column<Token>[] = [
    { key: "label", header: texts.tokenLabel, render: (token) => token.label, sortBy: (token) => token.label },
    {
      key: "created_at",
      header: texts.createdAt,
      render: (token) => dateTime(token.created_at),
      sortBy: (token) => token.created_at,
    },
    {
      key: "expires_at",
      header: texts.expiresAt,
      render: (token) => dateTime(token.expires_at),
      sortBy: (token) => token.expires_at,
    },
    {
      key: "withdraw",
      header: "",
      render: (token) => (
        <Button variant="default" size="compact-sm" onClick={() => setLeaving(token)}>
          {texts.withdraw}
        </Button>
      ),
    },
  ]
  return (
    <Panel title={texts.tokens} note={texts.tokensNote} isFlush>
      <NewTokenForm />
      {tokens.error && <ErrorNotice error={tokens.error} retry={() => void tokens.refetch()} />}
      {tokens.isPending && <TableSkeleton rows={2} />}
      {tokens.data && (
        <DataTable
          label={texts.tokens}
          columns={columns}
          rows={tokens.data}
          rowKey={(token) => token.id}
          empty={<p className={classes.empty}>{texts.noTokens}</p>}
        />
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={texts.withdrawTitle(leaving?.label ?? "")}
        confirm={texts.withdraw}
        isBusy={withdraw.isPending}
        onConfirm={() => leaving && withdraw.mutate(leaving)}
        onCancel={() => setLeaving(undefined)}
      >
        {texts.withdrawText}
      </ConfirmDialog>
    </Panel>
  )
}

function NewTokenForm() {
  const queryClient = useQueryClient()
  const [label, setLabel] = useState("")
  const [days, setDays] = useState<string | number>(90)
  const make = useMutation({
    mutationFn: () => makeToken({ label, days: Number(days) }),
    onSuccess: () => {
      setLabel("")
      return queryClient.invalidateQueries(tokensQuery)
    },
    onError: (error) => showError(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }

  return (
    <form onSubmit={submit} className={classes.newToken}>
      <Group align="end">
        <TextInput
          w={240}
          label={texts.tokenLabel}
          required
          withAsterisk={false}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NumberInput
          w={140}
          label={texts.tokenDays}
          min={1}
          max={366}
          required
          withAsterisk={false}
          value={days}
          onChange={setDays}
        />
        <Button type="submit" variant="default" loading={make.isPending}>
          {texts.makeToken}
        </Button>
      </Group>
      {make.data && (
        <div role="status" className={classes.made}>
          <p>{texts.tokenMade}</p>
          <Group gap="xs">
            <code>{make.data.token}</code>
            <CopyButton value={make.data.token}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? texts.copied : texts.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        </div>
      )}
    </form>
  )
}

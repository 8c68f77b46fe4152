import { Button } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import type { Member } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { DataTable, type Column } from "../../components/data-table"
import { ErrorNotice, showError } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { AddMemberDialog } from "./add-member-dialog"
import { raterQueries, removeMember } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = { slug: string; isLead: boolean }

export function MembersPanel({ slug, isLead }: Props) {
  const members = useQuery(raterQueries.members(slug))
  const passesChanged = usePassesChanged(slug)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  const remove = useMutation({
    mutationFn: (member: Member) => removeMember(slug, member.id),
    onSuccess: passesChanged,
    onError: (error) => showError(error),
    onSettled: () => setLeaving(undefined),
  })

  return (
    <Panel
      title={texts.members}
      note={texts.membersNote}
      isFlush
      actions={
        isLead && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      {members.isPending && <TableSkeleton rows={3} />}
      {members.error && <ErrorNotice error={members.error} retry={() => void members.refetch()} />}
      {members.data && (
        <DataTable
          label={texts.members}
          columns={isLead ? [...COLUMNS, removalColumn(setLeaving)] : COLUMNS}
          rows={members.data}
          rowKey={({ id }) => id}
          searchText={({ name, username, role }) => `${name} ${username} ${texts.role[role]}`}
        />
      )}
      {isAdding && <AddMemberDialog slug={slug} onClose={() => setIsAdding(false)} />}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={leaving ? texts.removeTitle(leaving.name || leaving.username, texts.role[leaving.role]) : ""}
        confirm={texts.remove}
        isBusy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onCancel={() => setLeaving(undefined)}
      >
        {texts.removeText}
      </ConfirmDialog>
    </Panel>
  )
}

const COLUMNS: Column<Member>[] = [
  {
    key: "name",
    header: texts.memberColumns.name,
    sortBy: ({ name, username }) => name || username,
    render: ({ name, username, rater }) => (
      <span className={classes.name}>
        <strong>{name || username}</strong> {rater && <span className="small">{rater}</span>}
      </span>
    ),
  },
  {
    key: "username",
    header: texts.memberColumns.username,
    sortBy: ({ username }) => username,
    render: ({ username }) => <span className={classes.name}>{username}</span>,
  },
  {
    key: "role",
    header: texts.memberColumns.role,
    sortBy: ({ role }) => role,
    render: ({ role }) => (
      <span className={classes.role}>
        {texts.role[role]} <span className="small">{texts.roleNote[role]}</span>
      </span>
    ),
  },
]

const removalColumn = (leave: (member: Member) => void): Column<Member> => ({
  key: "remove",
  header: "",
  isNumber: true,
  render: (member) => (
    <Button variant="default" size="compact-sm" onClick={() => leave(member)}>
      {texts.remove}
    </Button>
  ),
})

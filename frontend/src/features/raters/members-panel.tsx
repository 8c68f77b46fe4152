import { Button, Group } from "@mantine/core"
import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"

import { membersQuery, meQuery } from "../../api/queries"
import type { Member, Role } from "../../api/types"
import { ConfirmDialog } from "../../components/confirm-dialog"
import { DataTable, type Column } from "../../components/data-table"
import { ErrorNotice, showError } from "../../components/error-notice"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { AddMemberDialog } from "./add-member-dialog"
import { LinkDialog } from "./link-dialog"
import { removeMember, type OfferedRole } from "./queries"
import classes from "./raters.module.css"
import { texts } from "./texts"
import { usePassesChanged } from "./use-passes-changed"

type Props = { slug: string; roles: Role[] }

/** Who belongs to the study. Leads add people and renew their links; of stewards another steward decides. */
export function MembersPanel({ slug, roles }: Props) {
  const { user } = useSuspenseQuery(meQuery).data
  const offered = offeredRoles(roles, user?.may_create_studies ?? false)
  const members = useQuery(membersQuery(slug))
  const passesChanged = usePassesChanged(slug)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  const [linked, setLinked] = useState<Member>()
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
        offered.length > 0 && (
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
          columns={[...COLUMNS, actionsColumn(offered, setLinked, setLeaving)]}
          rows={members.data.toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))}
          rowKey={({ id }) => id}
          searchText={({ name, username, role }) => `${name} ${username} ${texts.role[role]}`}
        />
      )}
      {isAdding && <AddMemberDialog slug={slug} roles={offered} onClose={() => setIsAdding(false)} />}
      {linked && <LinkDialog slug={slug} member={linked} onClose={() => setLinked(undefined)} />}
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

/** Those who look after the study before those who work in it. */
const ORDER: Role[] = ["lead", "steward", "rater", "expert", "engineer", "appraiser"]

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
    render: ({ username, is_invited, link_expires_at }) => (
      <span className={classes.name}>
        {username} <span className="small">{describeLink(is_invited, link_expires_at)}</span>
      </span>
    ),
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

/** What the server lets this person give and take away. */
function offeredRoles(roles: Role[], isAdministrator: boolean): OfferedRole[] {
  const byLeads: OfferedRole[] = ["rater", "expert", "lead", "engineer"]
  return [
    ...(roles.includes("lead") ? byLeads : []),
    ...(roles.includes("steward") || isAdministrator ? ["steward" as const] : []),
  ]
}

function describeLink(isInvited: boolean, expiresAt: string | null): string {
  const isOpen = expiresAt !== null && new Date(expiresAt) > new Date()
  if (isOpen) return `${isInvited ? `${texts.invited}, ` : ""}${texts.linkOpen(dateTime(expiresAt))}`
  return isInvited ? texts.invitationOver : ""
}

const actionsColumn = (
  offered: OfferedRole[],
  link: (member: Member) => void,
  leave: (member: Member) => void,
): Column<Member> => ({
  key: "actions",
  header: "",
  isNumber: true,
  render: (member) => (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {member.why_no_link === "" && (
        <Button variant="default" size="compact-sm" onClick={() => link(member)}>
          {texts.link}
        </Button>
      )}
      {offered.some((role) => role === member.role) && (
        <Button variant="default" size="compact-sm" onClick={() => leave(member)}>
          {texts.remove}
        </Button>
      )}
    </Group>
  ),
})

import { Button, Checkbox, NativeSelect, NumberInput } from "@mantine/core"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"

import { isApiError } from "../../api/client"
import type { DiffChoices, SessionDetail, TranscriptDraft } from "../../api/corpus"
import { formatName } from "../../api/transcript-formats"
import type { SpeakerRole } from "../../api/types"
import { Empty } from "../../components/empty"
import { ErrorNotice, explain, showError } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { Remarks } from "../../components/remarks"
import { PageSkeleton, TableSkeleton } from "../../components/skeleton"
import { DiffList } from "./diff-list"
import { confirmDiff, discardDraft, transcriptQueries } from "./queries"
import classes from "./reimport.module.css"
import type { ReadingParts } from "./reimport-view"
import { knownRoles, nClients, saidRoles, type Roles } from "./roles"
import { texts } from "./texts"

type Parts = Pick<ReadingParts, "ReadingPanel" | "RealNames">
type Props = { slug: string; session: SessionDetail; draftId: number; parts: Parts }

/** A file that was sent: who speaks in it, what it would change, and the decision. */
export function ComparisonView({ slug, session, draftId, parts }: Props) {
  const draft = useQuery(transcriptQueries.draft(draftId))
  if ((isApiError(draft.error) && draft.error.status === 404) || (draft.data && draft.data.session !== session.id)) {
    const params = { slug, id: String(session.id) }
    return (
      <Empty
        title={texts.file.gone}
        action={
          <LinkButton to="/studies/$slug/sessions/$id/transcript/new" params={params} search={{}}>
            {texts.file.again}
          </LinkButton>
        }
      >
        {texts.file.goneText}
      </Empty>
    )
  }
  if (draft.error) return <ErrorNotice error={draft.error} retry={() => void draft.refetch()} />
  if (!draft.data) return <PageSkeleton />
  return <Comparison slug={slug} session={session} draft={draft.data} parts={parts} />
}

type ComparisonProps = { slug: string; session: SessionDetail; draft: TranscriptDraft; parts: Parts }

function Comparison({ slug, session, draft, parts }: ComparisonProps) {
  const say = texts.file
  const [chosen, setChosen] = useState<Roles>({})
  // Read by other columns or tiers, the file may name other speakers; what was said of those who stay holds.
  const known = knownRoles(draft, session.turns)
  const roles: Roles = Object.fromEntries(Object.entries(known).map(([name, role]) => [name, chosen[name] ?? role]))
  const [offsetMs, setOffsetMs] = useState(draft.offset_ms)
  const [areOne, setAreOne] = useState(false)
  const said = saidRoles(roles)
  const choices: DiffChoices = { roles: said ?? {}, offset_ms: offsetMs, two_clients_are_one: areOne }
  const isTold = said !== null && nClients(roles) > 0
  const comparison = useQuery({
    ...transcriptQueries.comparison(draft, choices),
    enabled: isTold,
    placeholderData: keepPreviousData,
  })
  const { confirm, throwAway } = useDecision(slug, session.id, draft.id, () => void comparison.refetch())
  const isCurrent = comparison.isSuccess && !comparison.isFetching && isTold
  const isStale = isApiError(confirm.error, "stale_diff")
  const refusal = confirm.error && (isStale ? texts.diff.stale : `${texts.diff.refused}: ${explain(confirm.error)}`)

  return (
    <>
      <PageHeader
        title={say.title(session.key)}
        actions={
          <Button variant="default" loading={throwAway.isPending} onClick={() => throwAway.mutate()}>
            {say.throwAway}
          </Button>
        }
      >
        {say.of(draft.transcript_name, formatName(draft.reading.format))}
      </PageHeader>
      <parts.ReadingPanel draft={draft} />
      <Panel title={say.roles} note={say.rolesNote}>
        <parts.RealNames speakers={draft.reading.speakers} />
        <div className={classes.choices}>
          {draft.reading.speakers.map(({ name, n_turns }) => (
            <NativeSelect
              key={name}
              size="xs"
              label={`${name || say.unnamed} (${n_turns})`}
              aria-label={say.roleOf(name)}
              value={roles[name] ?? ""}
              data={[
                ...(roles[name] ? [] : [{ value: "", label: say.sayRole }]),
                ...(["client", "counsellor", "other"] as const).map((role) => ({
                  value: role,
                  label: texts.list.roles[role],
                })),
              ]}
              onChange={(event) => {
                const role = event.currentTarget.value as SpeakerRole
                setChosen((old) => ({ ...old, [name]: role }))
              }}
            />
          ))}
          <NumberInput
            size="xs"
            w={150}
            label={say.offset}
            title={say.offsetNote}
            step={0.1}
            decimalScale={3}
            value={offsetMs / 1000}
            onChange={(value) => typeof value === "number" && setOffsetMs(Math.round(value * 1000))}
          />
        </div>
        {nClients(roles) > 1 && (
          <Checkbox
            mt="sm"
            label={say.areOne}
            checked={areOne}
            onChange={(event) => setAreOne(event.currentTarget.checked)}
          />
        )}
      </Panel>
      {draft.reading.remarks.length > 0 && (
        <Panel title={say.remarks} note={say.remarksNote}>
          <Remarks remarks={draft.reading.remarks} />
        </Panel>
      )}
      {!isTold && <p role="status">{said ? say.oneClient : say.sayAll}</p>}
      {isTold && comparison.error && (
        <ErrorNotice
          title={texts.diff.cannot}
          error={comparison.error}
          retry={
            isApiError(comparison.error) && comparison.error.status === 400
              ? undefined
              : () => void comparison.refetch()
          }
        />
      )}
      {isTold && comparison.isPending && <TableSkeleton />}
      {isTold && comparison.data && !comparison.error && <DiffList diff={comparison.data} />}
      <div className={classes.confirm}>
        <p role={refusal ? "alert" : "status"} className={classes.decision} data-tone={refusal ? "warn" : undefined}>
          {refusal ?? texts.diff.ready}
        </p>
        <Button
          disabled={!isCurrent}
          loading={confirm.isPending}
          onClick={() => comparison.data && confirm.mutate({ choices, hash: comparison.data.hash })}
        >
          {texts.diff.confirm}
        </Button>
      </div>
    </>
  )
}

function useDecision(slug: string, sessionId: number, draftId: number, onStale: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await navigate({
      to: "/studies/$slug/sessions/$id/transcript",
      params: { slug, id: String(sessionId) },
      search: {},
    })
    queryClient.removeQueries({ queryKey: transcriptQueries.draft(draftId).queryKey })
    await queryClient.invalidateQueries() // Turns, frames, labels to look at again and the study's counts changed.
  }
  const confirm = useMutation({
    mutationFn: ({ choices, hash }: { choices: DiffChoices; hash: string }) => confirmDiff(draftId, choices, hash),
    onSuccess: leave,
    onError: (error) => isApiError(error, "stale_diff") && onStale(),
  })
  const throwAway = useMutation({
    mutationFn: () => discardDraft(draftId),
    onSuccess: leave,
    onError: (error) => showError(error),
  })
  return { confirm, throwAway }
}

import { Button, NumberInput, Textarea } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"

import { isApiError } from "../../api/client"
import type { ReleasePlan } from "../../api/releases"
import { ErrorNotice } from "../../components/error-notice"
import { NoRight } from "../../components/no-right"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { Refusal } from "../../components/refusal"
import { PreflightStatement } from "../../components/preflight-statement"
import { TableSkeleton } from "../../components/skeleton"
import { ClassesTable } from "./classes-table"
import { freezeRelease, releaseQueries } from "./queries"
import classes from "./releases.module.css"
import { SplitSessions } from "./split-sessions"
import { texts } from "./texts"

const DEFAULT_SHARE = 20
const say = texts.plan

/** What a release would hold, as hold-out and seed are chosen; then freeze it. */
export function NewReleasePage() {
  const { slug } = useParams({ from: "/signed-in/studies/$slug/releases/new" })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [share, setShare] = useState<number | string>(DEFAULT_SHARE)
  const [seed, setSeed] = useState<number | string>(1)
  const [note, setNote] = useState("")
  const choice = { holdoutShare: Number(share) / 100, seed: Number(seed) }
  const [settled] = useDebouncedValue(choice, 300, { leading: true })
  const plan = useQuery(releaseQueries.plan(slug, settled))
  const freeze = useMutation({
    mutationFn: () => freezeRelease(slug, { ...choice, note }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: releaseQueries.all() })
      void queryClient.invalidateQueries({ queryKey: ["study", slug] })
      void navigate({ to: "/studies/$slug/releases/$id", params: { slug, id: String(id) } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    freeze.mutate()
  }
  const canFreeze = plan.data?.faults.length === 0 && !plan.isPlaceholderData

  if (isApiError(plan.error) && plan.error.status === 403) return <NoRight say={texts} />
  return (
    <>
      <PageHeader title={say.title}>
        <Link to="/studies/$slug/releases" params={{ slug }}>
          {texts.title}
        </Link>{" "}
        · {say.lead}
      </PageHeader>
      <Panel>
        <form onSubmit={submit} className={classes.form}>
          <NumberInput
            label={say.share}
            description={say.shareHint}
            min={1}
            max={90}
            required
            value={share}
            onChange={setShare}
          />
          <NumberInput
            label={say.seed}
            description={say.seedHint}
            min={0}
            required
            allowDecimal={false}
            value={seed}
            onChange={setSeed}
          />
          <Textarea
            label={say.note}
            description={say.noteHint}
            autosize
            maxLength={4000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!canFreeze} loading={freeze.isPending}>
            {say.freeze}
          </Button>
        </form>
        <Refusal of={freeze} restsOn={[share, seed, plan.data]} />
      </Panel>
      {plan.error && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isPending && (
        <Panel>
          <TableSkeleton />
        </Panel>
      )}
      {plan.data && <Plan slug={slug} plan={plan.data} />}
    </>
  )
}

/** The server's reason for a turn whose label nobody has accepted or decided. */
const NO_LABEL = "no gold label of incongruence"

function Plan({ slug, plan }: { slug: string; plan: ReleasePlan }) {
  const { n_turns, n_train, n_holdout, faults, warnings, excluded, disagreements_open } = plan
  return (
    <>
      <PreflightStatement faults={faults} warnings={warnings} headline={say.headline}>
        {say.holds(n_turns, n_train, n_holdout)} {n_turns > 0 && `${say.raters(plan.raters)} `}
        {faults.length === 0 && plan.who_approves && `${plan.who_approves} `}
        {disagreements_open > 0 && (
          <Link to="/studies/$slug/disagreements" params={{ slug }}>
            {say.toDisagreements}
          </Link>
        )}
      </PreflightStatement>
      {n_turns > 0 && (
        <div className={classes.two}>
          <Panel title={say.classes} isFlush>
            <ClassesTable slug={slug} classes={plan.classes} />
          </Panel>
          <Panel title={say.sessions}>
            <SplitSessions splits={{ train: plan.train_sessions, holdout: plan.holdout_sessions }} />
          </Panel>
        </div>
      )}
      {n_turns + excluded.length > 0 && (
        <Panel title={say.leftOut}>
          {excluded.length === 0 && <p>{say.nothingLeftOut}</p>}
          <ul className={classes.plain}>
            {excluded.map(({ reason, n }) => (
              <li key={reason}>
                {say.left(reason, n)}{" "}
                {reason === NO_LABEL && (
                  <Link to="/studies/$slug/disagreements" params={{ slug }}>
                    {say.toLabels}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

import { Button, Checkbox, NumberInput, Select, Stack } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useState, type FormEvent } from "react"

import { isApiError } from "../../api/client"
import { usePages } from "../../api/paging"
import type { ReleaseRow } from "../../api/releases"
import type { Ablation } from "../../api/runs"
import { Empty } from "../../components/empty"
import { ErrorNotice, explain } from "../../components/error-notice"
import { LinkButton } from "../../components/link-button"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { PageSkeleton } from "../../components/skeleton"
import { PreflightView } from "./preflight-view"
import { runQueries, startRuns } from "./queries"
import classes from "./runs.module.css"
import { texts } from "./texts"

const ROUTE = "/signed-in/studies/$slug/runs/new"
const ARMS: Ablation[] = ["none", "no_vision", "no_words"]
const say = texts.fresh

/** Choose an approved release, see what will happen, start. */
export function NewRunPage() {
  const { slug } = useParams({ from: ROUTE })
  const { release: asked } = useSearch({ from: ROUTE })
  const releases = usePages(runQueries.releases(slug))
  const approved = releases.rows?.filter(({ state }) => state === "approved")
  const chosen =
    approved?.find(({ id }) => id === asked) ?? approved?.find(({ withdrawn }) => withdrawn === 0) ?? approved?.[0]

  if (releases.error) return <ErrorNotice isPage error={releases.error} retry={() => void releases.refetch()} />
  if (!approved) return <PageSkeleton />
  return (
    <>
      <PageHeader title={say.title}>{texts.lead}</PageHeader>
      {chosen ? (
        <Start key={chosen.id} slug={slug} release={chosen} approved={approved} />
      ) : (
        <Panel isFlush>
          <Empty
            title={say.noRelease}
            action={
              <LinkButton to="/studies/$slug/releases" params={{ slug }}>
                {say.toReleases}
              </LinkButton>
            }
          >
            {say.noReleaseText}
          </Empty>
        </Panel>
      )}
    </>
  )
}

function Start({ slug, release, approved }: { slug: string; release: ReleaseRow; approved: ReleaseRow[] }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [arms, setArms] = useState<Ablation[]>(ARMS)
  const [seed, setSeed] = useState<number | string>("")
  const preflight = useQuery(runQueries.preflight(release.id))
  const start = useMutation({
    mutationFn: () => startRuns(release.id, { ablations: arms, seed: seed === "" ? undefined : Number(seed) }),
    onSuccess: ([first]) => {
      void queryClient.invalidateQueries({ queryKey: runQueries.all() })
      void queryClient.invalidateQueries({ queryKey: ["study", slug] })
      if (first) void navigate({ to: "/studies/$slug/runs/$id", params: { slug, id: String(first.id) } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }

  return (
    <div className={classes.two}>
      <Panel>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Select
              label={say.release}
              data={approved.map(({ id, number, counts }) => ({
                value: String(id),
                label: say.frozenAt(number, counts?.turns ?? 0),
              }))}
              value={String(release.id)}
              allowDeselect={false}
              onChange={(value) =>
                void navigate({ to: "/studies/$slug/runs/new", params: { slug }, search: { release: Number(value) } })
              }
            />
            <Checkbox.Group
              label={say.arms}
              description={say.armsNote}
              value={arms}
              onChange={(values) => setArms(ARMS.filter((arm) => values.includes(arm)))}
            >
              <Stack gap={6} mt={8}>
                {ARMS.map((arm) => (
                  <Checkbox key={arm} value={arm} label={say.arm[arm]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <NumberInput
              label={say.seed}
              description={say.seedHint}
              min={0}
              allowDecimal={false}
              value={seed}
              onChange={setSeed}
              w={200}
            />
            {start.error && <Refusal slug={slug} error={start.error} />}
            <div>
              <Button
                type="submit"
                loading={start.isPending || start.isSuccess}
                disabled={arms.length === 0 || preflight.data?.faults.length !== 0}
              >
                {say.button(arms.length)}
              </Button>
            </div>
          </Stack>
        </form>
      </Panel>
      <PreflightView query={preflight} arms={arms.length} />
    </div>
  )
}

/** Why nothing was started, with the way to the runs that are there already. */
function Refusal({ slug, error }: { slug: string; error: Error }) {
  const run = isApiError(error, "runs_go_on") && error.details.run
  return (
    <p role="alert" className={classes.refusal}>
      {explain(error)}{" "}
      {typeof run === "number" && (
        <Link to="/studies/$slug/runs/$id" params={{ slug, id: String(run) }}>
          {say.toRun}
        </Link>
      )}
    </p>
  )
}

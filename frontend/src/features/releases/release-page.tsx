import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"

import { studyQuery } from "../../api/queries"
import type { Release } from "../../api/releases"
import { CopyDialog } from "../../components/copy-dialog"
import { ErrorNotice } from "../../components/error-notice"
import { JobProgress } from "../../components/job-progress"
import { LinkButton } from "../../components/link-button"
import { dateTime } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { PageSkeleton } from "../../components/skeleton"
import { Statement } from "../../components/statement"
import { ApproveButton } from "./approve-button"
import { downloadOf, releaseQueries } from "./queries"
import { ReleaseContent } from "./release-content"
import { texts } from "./texts"

const say = texts.page

export function ReleasePage() {
  const { slug, id } = useParams({ from: "/signed-in/studies/$slug/releases/$id" })
  const roles = useSuspenseQuery(studyQuery(slug)).data.my_roles
  const release = useQuery(releaseQueries.one(Number(id)))
  const queryClient = useQueryClient()

  if (release.error) return <ErrorNotice isPage error={release.error} retry={() => void release.refetch()} />
  if (!release.data) return <PageSkeleton />
  const { number, state, job, manifest, withdrawn, withdrawn_text } = release.data
  const mayRun = (roles.includes("lead") || roles.includes("engineer")) && state === "approved" && withdrawn === 0
  const mayApprove = roles.includes("lead") || roles.includes("steward")
  return (
    <>
      <PageHeader
        title={texts.release(number)}
        actions={
          manifest && (
            <>
              <CopyDialog
                name={texts.release(number)}
                label={say.download}
                href={downloadOf(Number(id))}
                copy={release.data.copy}
                withdrawn={withdrawn_text}
              />
              {mayRun && (
                <LinkButton to="/studies/$slug/runs/new" params={{ slug }} search={{ release: Number(id) }}>
                  {say.startRun}
                </LinkButton>
              )}
            </>
          )
        }
      >
        <Link to="/studies/$slug/releases" params={{ slug }}>
          {texts.title}
        </Link>{" "}
        · {texts.by(dateTime(release.data.frozen_at), release.data.frozen_by)}
      </PageHeader>
      <Statement
        headline={withdrawn > 0 ? say.headlineWithdrawn : say.headline[state]}
        tone={withdrawn > 0 || state === "failed" ? "bad" : "calm"}
      >
        <Approval release={release.data} slug={slug} mayApprove={mayApprove} />
      </Statement>
      {job && state !== "approved" && state !== "frozen" && (
        <Panel>
          <JobProgress
            uuid={job}
            showLog
            onOver={() => {
              void queryClient.invalidateQueries({ queryKey: releaseQueries.all() })
              void queryClient.invalidateQueries({ queryKey: ["study", slug] })
            }}
          />
        </Panel>
      )}
      {manifest && <ReleaseContent slug={slug} release={release.data} manifest={manifest} />}
    </>
  )
}

/** Who approved it; or who may, and why the reader may not. */
function Approval({ release, slug, mayApprove }: { release: Release; slug: string; mayApprove: boolean }) {
  const { approval, state, withdrawn, withdrawn_text, may_approve, why_not_approve, who_approves } = release
  return (
    <>
      {state === "failed" && say.failedText}
      {state === "cancelled" && say.cancelledText}
      {withdrawn > 0 && `${say.withdrawn(withdrawn_text)} `}
      {approval && say.approved(approval.by, approval.role, dateTime(approval.at))} {approval?.is_alone && say.alone}
      {state === "frozen" && withdrawn === 0 && mayApprove && !may_approve && `${why_not_approve} `}
      {who_approves}
      {state === "frozen" && may_approve && <ApproveButton release={release} slug={slug} />}
    </>
  )
}

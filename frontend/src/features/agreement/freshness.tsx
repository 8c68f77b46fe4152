import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"

import type { KeptAgreement, KeptConstruct } from "../../api/agreement"
import type { PassKind } from "../../api/types"
import { showError } from "../../components/error-notice"
import { JobProgress } from "../../components/job-progress"
import { dateTime } from "../../components/numbers"
import { Panel } from "../../components/panel"
import { Statement } from "../../components/statement"
import { agreementQueries, computeAgreement } from "./queries"
import { texts } from "./texts"

type Props = { slug: string; pass: PassKind; kept: KeptAgreement | KeptConstruct }

/**
 * Whether the figures are of the labels as they are now, and the computation that makes them so.
 *
 * Whoever opens the page begins it where it is needed, once: a cancelled one is begun again by the button alone. It is
 * of one pass: another pass is another one.
 */
export function Freshness({ slug, pass, kept: { figures, is_stale, job } }: Props) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: agreementQueries.all() })
  const begin = useMutation({
    mutationFn: () => computeAgreement(slug, pass),
    onSuccess: refresh,
    onError: (error) => showError(error),
  })
  const { mutate } = begin
  const isNeeded = figures === null || is_stale
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    if (isNeeded && !job) mutate()
  }, [isNeeded, job, mutate])

  const again = (
    <Button variant="default" size="compact-sm" loading={begin.isPending} onClick={() => mutate()}>
      {figures ? texts.fresh.again : texts.fresh.begin}
    </Button>
  )
  const isFailed = job?.state === "failed"
  return (
    <>
      {figures && is_stale && (
        <Statement headline={texts.fresh.stale(dateTime(figures.as_of))} tone="warn">
          {job && !isFailed ? texts.fresh.underWay : again}
        </Statement>
      )}
      {job && (
        <Panel>
          <JobProgress key={job.uuid} uuid={job.uuid} onOver={refresh} showLog={isFailed} />
          {isFailed && !is_stale && again}
        </Panel>
      )}
      {!figures && !job && !begin.isPending && (
        <Statement headline={texts.fresh.never} tone="warn">
          {again}
        </Statement>
      )}
    </>
  )
}

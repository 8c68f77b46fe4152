import { useQuery } from "@tanstack/react-query"

import { ErrorNotice } from "../../../components/error-notice"
import { Panel } from "../../../components/panel"
import { TableSkeleton } from "../../../components/skeleton"
import { importQueries } from "../queries"
import { SendForm } from "./send-form"
import { texts } from "./texts"
import type { Sending } from "./use-sending"

type Props = { slug: string; sending: Sending }

export function FilesPanel({ slug, sending }: Props) {
  const limits = useQuery(importQueries.limits)
  return (
    <Panel title={texts.files}>
      {limits.isPending && <TableSkeleton rows={3} />}
      {limits.error && <ErrorNotice error={limits.error} retry={() => void limits.refetch()} />}
      {limits.data && <SendForm slug={slug} limits={limits.data} sending={sending} />}
    </Panel>
  )
}

import type { SessionDetail } from "../../api/corpus"
import { ComparisonView } from "./comparison-view"
import { FileForm } from "./file-form"

type Props = { slug: string; session: SessionDetail; draftId: number | undefined }

/** First the file, then what it would change. */
export function ReimportView({ slug, session, draftId }: Props) {
  if (draftId === undefined) return <FileForm slug={slug} session={session} />
  return <ComparisonView key={draftId} slug={slug} session={session} draftId={draftId} />
}

import type { ComponentType } from "react"

import type { SessionDetail, TranscriptDraft } from "../../api/corpus"
import type { Schemas } from "../../api/types"
import { ComparisonView } from "./comparison-view"
import { FileForm } from "./file-form"

/** How a file is read is chosen as at a first import. */
export type ReadingParts = {
  /** What was guessed in reading the draft's file, to be changed and read again. */
  ReadingPanel: ComponentType<{ draft: TranscriptDraft }>
  /** Which speakers the file may call by their real names; nothing where it calls none so. */
  RealNames: ComponentType<{ speakers: TranscriptDraft["reading"]["speakers"] }>
  /** Where the server could not tell which column holds the words: a person says it. Else nothing. */
  AskedColumns: ComponentType<{ error: Error | null; onRead: (options: Schemas["OptionsField"]) => void }>
}

type Props = { slug: string; session: SessionDetail; draftId: number | undefined; parts: ReadingParts }

/** First the file, then what it would change. */
export function ReimportView({ slug, session, draftId, parts }: Props) {
  if (draftId === undefined) return <FileForm slug={slug} session={session} AskedColumns={parts.AskedColumns} />
  return <ComparisonView key={draftId} slug={slug} session={session} draftId={draftId} parts={parts} />
}

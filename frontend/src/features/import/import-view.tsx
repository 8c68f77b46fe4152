import type { ComponentType } from "react"

import type { ConsentGiven, Person } from "../../api/corpus"
import { PageHeader } from "../../components/page-header"
import { DraftView } from "./draft-view"
import { DraftsPanel } from "./drafts-panel"
import { FilesPanel } from "./sending/files-panel"
import { UploadsPanel } from "./sending/uploads-panel"
import { useSending } from "./sending/use-sending"
import { texts } from "./texts"

/** Asks what a person agreed to; null leaves what is on record as it is. */
export type ConsentForm = ComponentType<{
  person: Person | undefined
  value: ConsentGiven | null
  onChange: (value: ConsentGiven | null) => void
}>
type Props = { slug: string; draftId: number | undefined; persons: Person[]; ConsentForm: ConsentForm }

/** First the files, then what is in them. */
export function ImportView({ slug, draftId, persons, ConsentForm }: Props) {
  // Above both, so that the recording goes on being sent while what is in the transcript is looked at.
  const sending = useSending(slug)
  if (draftId !== undefined) {
    const about = { slug, id: draftId, persons, ConsentForm, sending }
    return <DraftView key={draftId} {...about} />
  }
  return (
    <>
      <PageHeader title={texts.title}>{texts.lead}</PageHeader>
      <FilesPanel slug={slug} sending={sending} />
      <UploadsPanel slug={slug} onForm={sending.onForm} />
      <DraftsPanel slug={slug} />
    </>
  )
}

import { Button, FileInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"

import type { SessionDetail } from "../../api/corpus"
import { ErrorNotice } from "../../components/error-notice"
import { fileSize } from "../../components/numbers"
import { PageHeader } from "../../components/page-header"
import { Panel } from "../../components/panel"
import { sendTranscript, transcriptQueries } from "./queries"
import type { ReadingParts } from "./reimport-view"
import classes from "./reimport.module.css"
import { texts } from "./texts"
import { WaitingFiles } from "./waiting-files"

type Props = { slug: string; session: SessionDetail } & Pick<ReadingParts, "AskedColumns">

/** Choose a new transcript file and send it to be compared. */
export function FileForm({ slug, session, AskedColumns }: Props) {
  const say = texts.file
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const limits = useQuery(transcriptQueries.limits).data
  const [file, setFile] = useState<File | null>(null)
  const send = useMutation({
    mutationFn: (sent: Parameters<typeof sendTranscript>[1]) => sendTranscript(session.id, sent),
    onSuccess: async (draft) => {
      await queryClient.invalidateQueries({ queryKey: transcriptQueries.drafts(session.id).queryKey })
      queryClient.setQueryData(transcriptQueries.draft(draft.id).queryKey, draft)
      await navigate({
        to: "/studies/$slug/sessions/$id/transcript/new",
        params: { slug, id: String(session.id) },
        search: { draft: draft.id },
      })
    },
  })
  const note = limits && say.chooseNote(limits.transcript_formats, fileSize(limits.max_transcript_bytes))

  return (
    <>
      <PageHeader title={say.title(session.key)}>{say.lead}</PageHeader>
      <Panel>
        <div className={classes.file}>
          <FileInput
            label={say.choose}
            description={note}
            accept={limits?.transcript_formats.map((format) => `.${format}`).join(",")}
            value={file}
            placeholder={say.placeholder}
            clearable
            disabled={send.isPending}
            onChange={(chosen) => {
              send.reset()
              setFile(chosen)
            }}
          />
          <Button disabled={!file} loading={send.isPending} onClick={() => file && send.mutate({ file })}>
            {say.send}
          </Button>
          {send.isPending && <p role="status">{say.sending}</p>}
        </div>
        <AskedColumns error={send.error} onRead={(options) => file && send.mutate({ file, options })} />
      </Panel>
      {send.error && <ErrorNotice title={say.refused} error={send.error} />}
      <WaitingFiles slug={slug} session={session} />
    </>
  )
}

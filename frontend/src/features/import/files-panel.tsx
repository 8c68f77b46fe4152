import { Button, Progress } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

import { isApiError } from "../../api/client"
import { ErrorNotice } from "../../components/error-notice"
import { Panel } from "../../components/panel"
import { TableSkeleton } from "../../components/skeleton"
import { FileField } from "./file-field"
import classes from "./import.module.css"
import { fileFault, kindOf, type Kind } from "./limits"
import { importQueries, sendFiles, type Limits } from "./queries"
import { texts } from "./texts"

type Props = { slug: string }

export function FilesPanel({ slug }: Props) {
  const limits = useQuery(importQueries.limits)
  return (
    <Panel title={texts.files}>
      {limits.isPending && <TableSkeleton rows={3} />}
      {limits.error && <ErrorNotice error={limits.error} retry={() => void limits.refetch()} />}
      {limits.data && <SendForm slug={slug} limits={limits.data} />}
      <OnTheirWay slug={slug} />
    </Panel>
  )
}

/** What did not arrive whole, in a browser that was closed say. */
function OnTheirWay({ slug }: Props) {
  const uploads = useQuery(importQueries.uploads(slug))
  return (uploads.data ?? []).map(({ id, name, arrived_bytes, bytes }) => (
    <p key={id} className="small">
      {texts.onItsWay(name, arrived_bytes, bytes)}
    </p>
  ))
}

const KINDS: Kind[] = ["transcript", "video"]

function SendForm({ slug, limits }: Props & { limits: Limits }) {
  const [files, setFiles] = useState<Record<Kind, File | null>>({ transcript: null, video: null })
  const { send, share, cancel } = useSending(slug, files)
  const faultOf = (kind: Kind): string | null => {
    const file = files[kind]
    return (file && fileFault(file, kind, limits)) ?? refusalOf(send.error, kind)
  }
  const put = (kind: Kind, file: File | null) => {
    send.reset()
    setFiles((old) => ({ ...old, [kind]: file }))
  }
  const take = (dropped: File[], on: Kind) => {
    for (const file of dropped) put(kindOf(file.name, limits) ?? on, file)
  }
  const isLoadable =
    files.transcript !== null && KINDS.every((kind) => !files[kind] || !fileFault(files[kind], kind, limits))
  const isFieldFault = KINDS.some((kind) => refusalOf(send.error, kind))
  const bytes = (files.transcript?.size ?? 0) + (files.video?.size ?? 0)

  return (
    <div className={classes.send}>
      <div className={classes.fields}>
        {KINDS.map((kind) => (
          <FileField
            key={kind}
            kind={kind}
            isOptional={kind === "video"}
            limits={limits}
            file={files[kind]}
            fault={faultOf(kind)}
            isLocked={send.isPending}
            onFiles={(dropped) => take(dropped, kind)}
            onRemove={() => put(kind, null)}
          />
        ))}
      </div>
      {send.error && !isFieldFault && !isCancelled(send.error) && (
        <ErrorNotice error={send.error} title={texts.sendingFailed} />
      )}
      {isCancelled(send.error) && <p role="status">{texts.cancelled}</p>}
      {send.isPending ? (
        <div className={classes.sending}>
          <Progress value={share * 100} size={6} aria-label={texts.send} />
          <p role="status" className="number">
            {share < 1 ? texts.sending(share, bytes) : texts.reading}
          </p>
          <Button variant="default" size="compact-sm" onClick={cancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : (
        <Button className={classes.start} disabled={!isLoadable} onClick={() => send.mutate()}>
          {texts.send}
        </Button>
      )}
    </div>
  )
}

function useSending(slug: string, files: Record<Kind, File | null>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(null)
  const send = useMutation({
    mutationFn: () => {
      if (!files.transcript) throw new Error("The button waits for a transcript.")
      stop.current = new AbortController()
      setShare(0)
      return sendFiles(slug, {
        transcript: files.transcript,
        video: files.video,
        onProgress: setShare,
        signal: stop.current.signal,
      })
    },
    onSuccess: async (draft) => {
      queryClient.setQueryData(importQueries.draft(draft.id).queryKey, draft)
      await queryClient.invalidateQueries({ queryKey: importQueries.drafts(slug).queryKey })
      await navigate({ to: "/studies/$slug/import", params: { slug }, search: { draft: draft.id } })
    },
  })
  useLeaveWarning(send.isPending)
  return { send, share, cancel: () => stop.current?.abort() }
}

/** The browser asks before the tab is closed while files are on their way. */
function useLeaveWarning(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [isOn])
}

const isCancelled = (error: Error | null) => error?.name === "AbortError"

/** The server's refusal of one of the files, with what to do. */
function refusalOf(error: Error | null, kind: Kind): string | null {
  if (!isApiError(error)) return null
  const faults = error.fields[kind]
  return Array.isArray(faults) ? `${faults.join(" ")} ${texts.nothingKept}` : null
}

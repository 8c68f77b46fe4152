import { Button } from "@mantine/core"
import { useState } from "react"

import { isApiError } from "../../../api/client"
import { ErrorNotice } from "../../../components/error-notice"
import { Statement } from "../../../components/statement"
import type { Limits } from "../queries"
import { FileField } from "./file-field"
import { CheckCancelled } from "./inspection"
import { fileFault, kindOf, type Kind } from "./limits"
import { arrivedOf, type ArrivedPart } from "./recording-upload"
import { RefusedTable, tableOf } from "./refused-table"
import classes from "./sending.module.css"
import { ServerField } from "./server-field"
import { SendingBar } from "./sending-bar"
import { texts } from "./texts"
import type { Sending, Source } from "./use-sending"

type Props = { slug: string; limits: Limits; sending: Sending }

const KINDS: Kind[] = ["transcript", "video", "counsellor_video"]
const NOTHING = { transcript: null, video: null, counsellor_video: null }

type Chosen = { transcript: File | null; video: Source | null; counsellor_video: Source | null }

/** Transcript and recordings on one form. */
export function SendForm({ slug, limits, sending }: Props) {
  const [files, setFiles] = useState<Chosen>(NOTHING)
  const [arrived, setArrived] = useState<Record<Kind, ArrivedPart | null>>(NOTHING)
  const { send, progress, pause, resume, cancel } = sending
  const { transcript, video, counsellor_video } = files
  const sent = { video, counsellorVideo: counsellor_video }

  const put = (kind: Kind, file: Source | null) => {
    send.reset()
    setFiles((old) => ({ ...old, [kind]: file }))
    if (kind === "transcript") return
    const told = (part: ArrivedPart | null) => setArrived((old) => ({ ...old, [kind]: part }))
    told(null)
    if (file instanceof File) void arrivedOf(slug, file).then(told, () => undefined) // Only told; sending asks again.
  }
  const take = (dropped: File[], on: Kind) => {
    const taken = new Set<Kind>()
    for (const file of dropped) {
      const kind = kindOf(file.name, limits) ?? on
      const isSecond = kind === "video" && (on === "counsellor_video" || taken.has("video"))
      const place = isSecond ? "counsellor_video" : kind
      taken.add(place)
      put(place, file)
    }
  }
  const table = tableOf(send.error)
  const ownFault = (kind: Kind) => {
    const file = files[kind]
    return file instanceof File ? fileFault(file, kind, limits) : null
  }
  const wayOut = {
    transcript: table ? texts.sayColumns : video ? texts.transcriptRefused : texts.nothingKept,
    video: texts.nothingKept,
    counsellor_video: texts.nothingKept,
  }
  const faultOf = (kind: Kind) => ownFault(kind) ?? refusalOf(send.error, kind, wayOut[kind])
  const isReady = transcript !== null && KINDS.every((kind) => !ownFault(kind))

  return (
    <div className={classes.send}>
      <div className={classes.fields}>
        {KINDS.map((kind) => (
          <FileField
            key={kind}
            kind={kind}
            isOptional={kind !== "transcript"}
            limits={limits}
            file={shownOf(files[kind])}
            fault={faultOf(kind)}
            note={isOnServer(files[kind]) ? texts.isOnServer : noteOf(arrived[kind])}
            isLocked={send.isPending}
            onFiles={(dropped) => take(dropped, kind)}
            onRemove={() => put(kind, null)}
          >
            {kind !== "transcript" && <ServerField slug={slug} kind={kind} onChoose={(upload) => put(kind, upload)} />}
          </FileField>
        ))}
      </div>
      <Failure error={send.error} />
      {table && transcript && !send.isPending && (
        <RefusedTable table={table} onRead={(options) => send.mutate({ transcript, ...sent, options })} />
      )}
      {send.isPending ? (
        <SendingBar
          progress={progress}
          allBytes={bytesToSend(video) + bytesToSend(counsellor_video)}
          onPause={pause}
          onResume={resume}
          onCancel={cancel}
        />
      ) : table ? null : (
        <Button
          className={classes.start}
          disabled={!isReady}
          onClick={() => transcript && send.mutate({ transcript, ...sent })}
        >
          {texts.send}
        </Button>
      )}
    </div>
  )
}

const isOnServer = (source: Source | null) => source !== null && !(source instanceof File)
const shownOf = (source: Source | null) =>
  source && { name: source.name, size: source instanceof File ? source.size : source.bytes }
const bytesToSend = (source: Source | null) => (source instanceof File ? source.size : 0)
const noteOf = (part: ArrivedPart | null) => part && texts.isHere(part.arrived_bytes, part.bytes)

/** What went wrong with all files; what is wrong with one stands at that file. */
function Failure({ error }: { error: Error | null }) {
  if (!error || KINDS.some((kind) => refusalOf(error, kind, ""))) return null
  if (error.name === "AbortError") return <p role="status">{texts.cancelled}</p>
  if (error instanceof CheckCancelled) return <p role="status">{texts.checkCancelled}</p>
  if (isApiError(error, "no_connection")) {
    return (
      <Statement tone="warn" headline={texts.failed + "."}>
        {texts.lineLost}
      </Statement>
    )
  }
  return <ErrorNotice error={error} title={texts.failed} />
}

/** The server's refusal of one of the files, with what to do. */
function refusalOf(error: Error | null, kind: Kind, wayOut: string): string | null {
  if (!isApiError(error)) return null
  if (kind === "video" && error.code === "too_large" && !error.fields.transcript) return error.message
  const faults = error.fields[kind]
  return Array.isArray(faults) ? `${faults.join(" ")} ${wayOut}` : null
}

import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

import type { Job } from "../../../api/types"
import { addRecording, importQueries, startDraft, type Draft, type ReadingOptions, type Upload } from "../queries"
import { lookThrough, type Inspection } from "./inspection"
import { paceOf, withSample, type Sample } from "./pace"
import { sendRecording, type RecordingUpload } from "./recording-upload"
import { forget } from "./remembered"

export type Phase = "beginning" | "sending" | "broken" | "paused" | "checking" | "reading"
export type Progress = {
  phase: Phase
  bytes: number
  pace: number | null
  /** How the server gets on with looking through the recording. */
  check?: Pick<Job, "state" | "progress" | "step">
}
/** A recording: a file to be sent, or one that the server copies or has. */
export type Source = File | Upload
export type Sent = {
  transcript: File
  video: Source | null
  counsellorVideo: Source | null
  options?: ReadingOptions
}
/** Without `video`, a recording that is on the server already. */
type Followed = { draft: Draft; video: File | null; finished: Promise<string> }

export type Sending = ReturnType<typeof useSending>

/** By which other parts of the page see that files are on their way. */
export const sendingKey = (slug: string) => ["send", slug]

const BEGINNING: Progress = { phase: "beginning", bytes: 0, pace: null }

/**
 * The transcript is sent as soon as the server knows of the recording, and its import is opened. The recording goes on
 * meanwhile, in pieces, and is put beside the transcript when all of it has arrived. Two cameras' recordings come first,
 * for they are laid over each other.
 */
export function useSending(slug: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState(BEGINNING)
  const [begun, setBegun] = useState<string[]>([])
  const upload = useRef<RecordingUpload>(null)
  const inspection = useRef<Inspection>(null)
  const samples = useRef<Sample[]>([])
  const be = (phase: Phase) => {
    samples.current = []
    setProgress(({ bytes }) => ({ phase, bytes, pace: null }))
  }
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: importQueries.uploads(slug).queryKey }),
      queryClient.invalidateQueries({ queryKey: importQueries.drafts(slug).queryKey }),
    ])

  const begin = async (video: File, sentBytes = 0) => {
    setProgress({ ...BEGINNING, bytes: sentBytes })
    upload.current?.pause()
    upload.current = await sendRecording(slug, video, {
      onProgress: (ofThis) => {
        const bytes = sentBytes + ofThis
        samples.current = withSample(samples.current, { atMs: performance.now(), bytes })
        setProgress({ phase: "sending", bytes, pace: paceOf(samples.current) })
      },
      onBroken: () => be("broken"),
    })
    const { finished } = upload.current
    const id = await upload.current.begun
    setBegun((ids) => [...ids, id])
    return { id, finished }
  }
  const check = async (uploadId: string) => {
    inspection.current = lookThrough(uploadId, (job) =>
      setProgress(({ bytes }) => ({ phase: "checking", bytes, pace: null, check: job })),
    )
    try {
      await inspection.current.finished
    } finally {
      inspection.current = null
    }
  }
  /** Send what must be sent, one after the other, and see that each recording is here and of use. */
  const bringWhole = async (videos: Source[]) => {
    const ids: string[] = []
    let sentBytes = 0
    for (const video of videos) {
      if (!(video instanceof File)) {
        ids.push(video.id)
        continue
      }
      ids.push(await (await begin(video, sentBytes)).finished)
      sentBytes += video.size
    }
    for (const id of ids) await check(id)
    return ids
  }
  const follow = useMutation({
    mutationKey: sendingKey(slug),
    mutationFn: async ({ draft, finished }: Followed) => {
      const id = await finished
      be("reading")
      await check(id)
      be("reading")
      return addRecording(draft.id, id)
    },
    onSuccess: (draft, { video }) => {
      if (video) forget(slug, video)
      queryClient.setQueryData(importQueries.draft(draft.id).queryKey, draft)
    },
    // It may have been given up or refused, and then nothing is waited for any more.
    onError: (_error, { draft }) => queryClient.invalidateQueries({ queryKey: importQueries.draft(draft.id).queryKey }),
    onSettled: renew,
  })
  const send = useMutation({
    mutationKey: sendingKey(slug),
    mutationFn: async ({ transcript, video, counsellorVideo, options }: Sent) => {
      const start = (uploadId: string | null, counsellorUploadId: string | null = null) =>
        startDraft(slug, { transcript, uploadId, counsellorUploadId, options })
      setProgress(BEGINNING)
      if (counsellorVideo) {
        const sent = video ? [video, counsellorVideo] : [counsellorVideo]
        const ids = await bringWhole(sent)
        const [counsellorUploadId = null, uploadId = null] = ids.toReversed()
        be("reading")
        const draft = await start(uploadId, counsellorUploadId)
        for (const source of sent) if (source instanceof File) forget(slug, source)
        return draft
      }
      if (video && !(video instanceof File)) {
        const draft = await start(video.id)
        if (draft.upload) follow.mutate({ draft, video: null, finished: Promise.resolve(video.id) })
        return draft
      }
      const recording = video && (await begin(video))
      try {
        const draft = await start(recording?.id ?? null)
        if (video && recording && draft.upload) follow.mutate({ draft, video, finished: recording.finished })
        else if (video) forget(slug, video)
        return draft
      } catch (error) {
        // A transcript that is refused is mended first; what has arrived of the recording stays.
        upload.current?.pause()
        throw error
      }
    },
    onSuccess: async (draft) => {
      queryClient.setQueryData(importQueries.draft(draft.id).queryKey, draft)
      await navigate({ to: "/studies/$slug/import", params: { slug }, search: { draft: draft.id } })
    },
    onSettled: renew,
  })
  /** Go on, on a page opened anew, with the recording that an import waits for. */
  const goOn = useMutation({
    mutationKey: sendingKey(slug),
    mutationFn: async ({ draft, video }: { draft: Draft; video: File }) => {
      const { finished } = await begin(video)
      follow.mutate({ draft, video, finished })
    },
  })
  useLeaveWarning(send.isPending || goOn.isPending || follow.isPending)
  // Whoever goes elsewhere in the app stops sending; what has arrived waits to be gone on with.
  useEffect(
    () => () => {
      upload.current?.pause()
      inspection.current?.leave()
    },
    [],
  )

  return {
    /** The uploads whose files are still chosen on the form, since something else was refused. */
    onForm: send.error ? begun : [],
    send,
    goOn,
    follow,
    progress,
    pause: () => {
      upload.current?.pause()
      be("paused")
    },
    resume: () => {
      upload.current?.resume()
      be("sending")
    },
    cancel: () => {
      upload.current?.cancel()
      inspection.current?.cancel()
    },
  }
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

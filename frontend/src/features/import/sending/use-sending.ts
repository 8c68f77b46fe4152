import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

import { importQueries, startDraft, type ReadingOptions } from "../queries"
import { paceOf, withSample, type Sample } from "./pace"
import { sendRecording, type RecordingUpload } from "./recording-upload"
import { forget } from "./remembered"

export type Phase = "beginning" | "sending" | "broken" | "paused" | "reading"
export type Progress = { phase: Phase; bytes: number; pace: number | null }
export type Sent = { transcript: File; video: File | null; counsellorVideo: File | null; options?: ReadingOptions }

/** By which other parts of the page see that files are on their way. */
export const sendingKey = (slug: string) => ["send", slug]

const BEGINNING: Progress = { phase: "beginning", bytes: 0, pace: null }

/** The recordings first, in pieces; then the transcript, and with it the import is begun and opened. */
export function useSending(slug: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState(BEGINNING)
  const upload = useRef<RecordingUpload>(null)
  const samples = useRef<Sample[]>([])
  const be = (phase: Phase) => {
    samples.current = []
    setProgress(({ bytes }) => ({ phase, bytes, pace: null }))
  }

  const recordingId = async (video: File | null, sentBytes = 0) => {
    if (!video) return null
    upload.current = await sendRecording(slug, video, {
      onProgress: (ofThis) => {
        const bytes = sentBytes + ofThis
        samples.current = withSample(samples.current, { atMs: performance.now(), bytes })
        setProgress({ phase: "sending", bytes, pace: paceOf(samples.current) })
      },
      onBroken: () => be("broken"),
    })
    try {
      return await upload.current.finished
    } finally {
      upload.current = null
    }
  }
  const send = useMutation({
    mutationKey: sendingKey(slug),
    mutationFn: async ({ transcript, video, counsellorVideo, options }: Sent) => {
      setProgress(BEGINNING)
      const uploadId = await recordingId(video)
      const counsellorUploadId = await recordingId(counsellorVideo, video?.size)
      be("reading")
      return startDraft(slug, { transcript, uploadId, counsellorUploadId, options })
    },
    onSuccess: async (draft, { video, counsellorVideo }) => {
      for (const sent of [video, counsellorVideo]) if (sent) forget(slug, sent)
      queryClient.setQueryData(importQueries.draft(draft.id).queryKey, draft)
      await queryClient.invalidateQueries({ queryKey: importQueries.drafts(slug).queryKey })
      await navigate({ to: "/studies/$slug/import", params: { slug }, search: { draft: draft.id } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQueries.uploads(slug).queryKey }),
  })
  useLeaveWarning(send.isPending)
  // Whoever goes elsewhere in the app stops sending; what has arrived waits to be gone on with.
  useEffect(() => () => upload.current?.pause(), [])

  return {
    send,
    progress,
    pause: () => {
      upload.current?.pause()
      be("paused")
    },
    resume: () => {
      upload.current?.resume()
      be("sending")
    },
    cancel: () => upload.current?.cancel(),
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

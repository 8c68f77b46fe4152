import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { Session } from "../../api/corpus"
import type { Schemas } from "../../api/types"
import { giveUpRecording, recordingUploads, sendRecording } from "../../api/recording-upload"
import { upload } from "../../api/upload"

export type Limits = Schemas["LimitsOutput"]
export type Speaker = Schemas["SpeakerOutput"]
export type DraftTurn = Schemas["DraftTurnOutput"]
export type Probe = Schemas["ProbeOutput"]
/** Two files that were sent and read. Nothing is a session yet. */
export type Draft = Schemas["DraftOutput"]
/** What is sent to make a draft a session. A consent of null leaves what is on record as it is. */
export type Confirmation = Required<Schemas["ConfirmationInputRequest"]>

export const importQueries = {
  limits: queryOptions({
    queryKey: ["import-limits"],
    queryFn: ({ signal }) => request<Limits>("import-limits/", { signal }),
    staleTime: Infinity,
  }),
  uploads: (slug: string) =>
    queryOptions({
      queryKey: ["recording-uploads", slug],
      queryFn: ({ signal }) => recordingUploads(slug, signal),
    }),
  drafts: (slug: string) =>
    queryOptions({
      queryKey: ["drafts", slug],
      queryFn: ({ signal }) => request<Draft[]>(`studies/${slug}/drafts/`, { signal }),
    }),
  draft: (id: number) =>
    queryOptions({
      queryKey: ["draft", id],
      queryFn: ({ signal }) => request<Draft>(`drafts/${id}/`, { signal }),
      staleTime: Infinity,
    }),
}

type Sending = { transcript: File; video: File | null; onProgress: (share: number) => void; signal: AbortSignal }

/** Send the recording, then the transcript. A recording whose transcript is refused need not be sent again. */
export async function sendFiles(slug: string, { transcript, video, onProgress, signal }: Sending): Promise<Draft> {
  const form = new FormData()
  form.set("transcript", transcript)
  if (!video) return upload<Draft>(`studies/${slug}/drafts/`, form, { onProgress, signal })
  const recording = await sendRecording(slug, video, { onProgress, signal })
  form.set("upload", recording)
  try {
    return await upload<Draft>(`studies/${slug}/drafts/`, form, { onProgress: () => undefined, signal })
  } catch (error) {
    if (signal.aborted) await giveUpRecording(recording).catch(() => undefined) // It expires by itself then.
    throw error
  }
}

export const discardDraft = (id: number) => request<undefined>(`drafts/${id}/`, { method: "DELETE" })

export const confirmDraft = (id: number, confirmation: Confirmation) =>
  request<Session>(`drafts/${id}/confirm/`, { method: "POST", body: confirmation })

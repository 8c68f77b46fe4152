import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { ConsentGiven, Region, Remark, Session } from "../../api/corpus"
import type { SpeakerRole } from "../../api/types"
import { upload } from "../../api/upload"

export type Limits = {
  max_video_bytes: number
  max_transcript_bytes: number
  transcript_formats: string[]
  video_formats: string[]
}
export type Speaker = {
  /** As the file names them; empty where it does not. */
  name: string
  n_turns: number
  sample: string
  guessed_role: SpeakerRole | null
}
export type DraftTurn = {
  position: number
  speaker: string
  start_ms: number | null
  end_ms: number | null
  text: string
}
export type Probe = {
  duration_ms: number
  width: number
  height: number
  video_codec: string
  audio_codec: string | null
  rate_mode: string
  rotation: number
  remarks: Remark[]
}
/** Two files that were sent and read. Nothing is a session yet. */
export type Draft = {
  id: number
  transcript_name: string
  video_name: string
  created_at: string
  reading: { format: string; speakers: Speaker[]; turns: DraftTurn[]; remarks: Remark[] }
  probe: Probe | null
}
export type Confirmation = {
  title: string
  roles: Record<string, SpeakerRole>
  client: string
  counsellor: string | null
  /** Null leaves what is on record as it is. */
  consent: { client: ConsentGiven | null; counsellor: ConsentGiven | null }
  client_region: Region | null
  offset_ms: number
  two_clients_are_one: boolean
}

export const importQueries = {
  limits: queryOptions({
    queryKey: ["import-limits"],
    queryFn: ({ signal }) => request<Limits>("import-limits/", { signal }),
    staleTime: Infinity,
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

export function sendFiles(slug: string, { transcript, video, onProgress, signal }: Sending): Promise<Draft> {
  const form = new FormData()
  form.set("transcript", transcript)
  if (video) form.set("video", video)
  return upload<Draft>(`studies/${slug}/drafts/`, form, { onProgress, signal })
}

export const discardDraft = (id: number) => request<undefined>(`drafts/${id}/`, { method: "DELETE" })

export const confirmDraft = (id: number, confirmation: Confirmation) =>
  request<Session>(`drafts/${id}/confirm/`, { method: "POST", body: confirmation })

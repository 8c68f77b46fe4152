import { queryOptions } from "@tanstack/react-query"

import { request } from "../../api/client"
import type { Diff, DiffChoices, Transcript, TranscriptDraft, TranscriptHistory } from "../../api/corpus"
import type { Schemas } from "../../api/types"

export const transcriptQueries = {
  one: (sessionId: number) =>
    queryOptions({
      queryKey: ["transcript", sessionId],
      queryFn: ({ signal }) => request<TranscriptHistory>(`sessions/${sessionId}/transcript/`, { signal }),
      // Kept up to date by the answer to each edit, never by a refetch under someone's hands.
      staleTime: Infinity,
      gcTime: 0,
    }),
  draft: (id: number) =>
    queryOptions({
      queryKey: ["draft", id],
      queryFn: ({ signal }) => request<TranscriptDraft>(`drafts/${id}/`, { signal }),
      staleTime: Infinity,
    }),
  /** New files of the session that were sent and not decided on. */
  drafts: (sessionId: number) =>
    queryOptions({
      queryKey: ["transcript-drafts", sessionId],
      queryFn: ({ signal }) =>
        request<Schemas["DraftRowOutput"][]>(`sessions/${sessionId}/transcript/drafts/`, { signal }),
    }),
  /** By the options too: read otherwise, the same choices make another comparison. */
  comparison: ({ id, options }: TranscriptDraft, choices: DiffChoices) =>
    queryOptions({
      queryKey: ["comparison", id, options, choices],
      queryFn: ({ signal }) => request<Diff>(`drafts/${id}/comparison/`, { method: "POST", body: choices, signal }),
      // What a change elsewhere would make of it is asked anew each time the page is opened.
      gcTime: 0,
    }),
  limits: queryOptions({
    queryKey: ["import-limits"],
    queryFn: ({ signal }) => request<Schemas["LimitsOutput"]>("import-limits/", { signal }),
    staleTime: Infinity,
  }),
}

export const undo = (sessionId: number, version: number) =>
  request<Transcript>(`sessions/${sessionId}/transcript/undo/`, { method: "POST", body: { version } })

type Sent = { file: File; options?: Schemas["OptionsField"] }

export function sendTranscript(sessionId: number, { file, options }: Sent): Promise<TranscriptDraft> {
  const form = new FormData()
  form.set("transcript", file)
  if (options) form.set("options", JSON.stringify(options))
  return request<TranscriptDraft>(`sessions/${sessionId}/transcript/drafts/`, { method: "POST", body: form })
}

export const discardDraft = (id: number) => request<undefined>(`drafts/${id}/`, { method: "DELETE" })

export const confirmDiff = (draftId: number, choices: DiffChoices, hash: string) =>
  request<Transcript>(`drafts/${draftId}/revision/`, { method: "POST", body: { ...choices, hash } })

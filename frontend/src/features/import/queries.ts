import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"

import { query, request } from "../../api/client"
import type { Session } from "../../api/corpus"
import type { Page } from "../../api/paging"
import type { Schemas } from "../../api/types"
import { sentBefore } from "./sending/recording-upload"

export type Limits = Schemas["LimitsOutput"]
export type Speaker = Schemas["SpeakerOutput"]
export type DraftTurn = Schemas["DraftTurnOutput"]
export type Probe = Schemas["ProbeOutput"]
export type Facts = Schemas["FactsOutput"]
export type TableSample = Schemas["TableOutput"]
export type Columns = Schemas["ColumnsField"]
export type Part = Schemas["PartOutput"]
/** What nobody can have said. */
export type Implausible = Schemas["ImplausibleOutput"]
export type Tier = Schemas["TierOutput"]
/** How the transcript is read; what is null is guessed. */
export type ReadingOptions = Schemas["OptionsField"]
/** A second camera's recording, and where it lies on the first one's clock as far as that is known. */
export type CounsellorVideo = Schemas["CounsellorVideoOutput"]
/** Files that were sent and read. Nothing is a session yet. */
export type Draft = Schemas["DraftOutput"]
export type DraftRow = Schemas["DraftRowOutput"]
/** A recording on its way, sent from here or copied on the server. */
export type Upload = Schemas["UploadOutput"]
/** What is sent to make a draft a session. A consent of null leaves what is on record as it is. */
export type Confirmation = Required<Schemas["ConfirmationInputRequest"]>
export type DraftChange = Schemas["PatchedDraftChangeInputRequest"]

export const importQueries = {
  limits: queryOptions({
    queryKey: ["import-limits"],
    queryFn: ({ signal }) => request<Limits>("import-limits/", { signal }),
    staleTime: 60_000, // The disk fills.
  }),
  uploads: (slug: string) =>
    queryOptions({ queryKey: ["uploads", slug], queryFn: ({ signal }) => sentBefore(slug, signal) }),
  serverFolder: (slug: string, search = "") =>
    queryOptions({
      queryKey: ["server-folder", slug, search],
      queryFn: ({ signal }) =>
        request<Schemas["ServerFolderOutput"]>(`studies/${slug}/server-folder/${query({ search })}`, { signal }),
    }),
  drafts: (slug: string) =>
    queryOptions({
      queryKey: ["drafts", slug],
      queryFn: ({ signal }) => request<DraftRow[]>(`studies/${slug}/drafts/`, { signal }),
    }),
  /** Sessions whose title has these words. */
  titled: (slug: string, title: string) =>
    queryOptions({
      queryKey: ["sessions", "titled", slug, title],
      queryFn: async ({ signal }) => {
        const path = `studies/${slug}/sessions/${query({ search: title, page_size: 100 })}`
        return (await request<Page<Session>>(path, { signal })).results
      },
    }),
  draft: (id: number) =>
    queryOptions({
      queryKey: ["draft", id],
      queryFn: ({ signal }) => request<Draft>(`drafts/${id}/`, { signal }),
      staleTime: Infinity,
    }),
}

type Started = {
  transcript: File
  uploadId: string | null
  counsellorUploadId: string | null
  options?: ReadingOptions
}

export function startDraft(
  slug: string,
  { transcript, uploadId, counsellorUploadId, options }: Started,
): Promise<Draft> {
  const form = new FormData()
  form.set("transcript", transcript)
  if (uploadId) form.set("upload", uploadId)
  if (counsellorUploadId) form.set("counsellor_upload", counsellorUploadId)
  if (options) form.set("options", JSON.stringify(options))
  return request<Draft>(`studies/${slug}/drafts/`, { method: "POST", body: form })
}

/** Have a recording copied that lies on the server already. */
export const takeFromServer = (slug: string, name: string) =>
  request<Upload>(`studies/${slug}/server-folder/`, { method: "POST", body: { name } })

/** Read the draft's transcript by other options, or move its times. One after the other, so that the last one holds. */
export function useChangeDraft(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `draft-${id}` },
    mutationFn: (change: DraftChange) => request<Draft>(`drafts/${id}/`, { method: "PATCH", body: change }),
    onSuccess: (draft) => queryClient.setQueryData(importQueries.draft(id).queryKey, draft),
  })
}

/** Put a recording that has arrived beside the transcript that was read meanwhile. */
export const addRecording = (id: number, upload: string) =>
  request<Draft>(`drafts/${id}/recording/`, { method: "POST", body: { upload } })

/** Wait for no recording any more. */
export const awaitNoRecording = (id: number) => request<Draft>(`drafts/${id}/recording/`, { method: "DELETE" })

export const discardDraft = (id: number) => request<undefined>(`drafts/${id}/`, { method: "DELETE" })

export const confirmDraft = (id: number, confirmation: Confirmation) =>
  request<Session>(`drafts/${id}/confirm/`, { method: "POST", body: confirmation })

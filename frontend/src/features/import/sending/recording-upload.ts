import { DetailedError, Upload, type UploadOptions } from "tus-js-client"

import { ApiError, csrfToken, errorFrom, request, urlOf } from "../../../api/client"
import type { Schemas } from "../../../api/types"
import { fingerprintOf, remembered } from "./remembered"

/** A recording on its way, as the server knows it. */
export type ArrivedPart = Schemas["UploadOutput"]

export type RecordingUpload = {
  /** The upload's id, once the server knows of it. */
  begun: Promise<string>
  /** The upload's id, once all of it has arrived. */
  finished: Promise<string>
  pause: () => void
  resume: () => void
  /** Give up; what has arrived is deleted. */
  cancel: () => void
}

type Told = {
  onProgress: (bytes: number) => void
  /** The line broke; it is tried again by itself. */
  onBroken: () => void
}

/** One request each: long enough not to matter, short enough for the log-in to be asked for again. */
const CHUNK_BYTES = 64_000_000
/** About half an hour without a line, then a person is asked. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, ...Array<number>(60).fill(30_000)]
const WORTH_RETRYING = new Set([0, 409, 423, 429])

export const sentBefore = (slug: string, signal?: AbortSignal) =>
  request<ArrivedPart[]>(`studies/${slug}/uploads/`, { signal })

/** What of the file arrived before this page was opened; null when nothing did. */
export async function arrivedOf(slug: string, file: File): Promise<ArrivedPart | null> {
  const [past] = await new Upload(file, optionsOf(slug, file)).findPreviousUploads()
  if (!past) return null
  const uploads = await sentBefore(slug)
  return uploads.find(({ id, name }) => past.uploadUrl?.includes(id) && name === file.name) ?? null
}

/** Send a recording by the tus protocol, from where it broke off if it did. */
export async function sendRecording(slug: string, file: File, told: Told): Promise<RecordingUpload> {
  const upload = new Upload(file, { ...optionsOf(slug, file), onProgress: told.onProgress })
  upload.options.onShouldRetry = ({ originalResponse }) => {
    const status = originalResponse?.getStatus() ?? 0
    const isWorth = WORTH_RETRYING.has(status) || status >= 500
    if (isWorth) told.onBroken()
    return isWorth
  }
  const begun = promised<string>()
  const finished = promised<string>()
  const fail = (reason: Error) => {
    begun.reject(reason)
    finished.reject(reason)
  }
  finished.promise.catch(() => undefined) // Whoever waits for the beginning may never come to wait for the end.
  upload.options.onUploadUrlAvailable = () => begun.resolve(idOf(upload))
  upload.options.onSuccess = () => finished.resolve(idOf(upload))
  upload.options.onError = (error) => fail(asApiError(error))
  const [past] = await upload.findPreviousUploads()
  if (past && (await arrivedOf(slug, file))) upload.resumeFromPreviousUpload(past)
  upload.start()
  return {
    begun: begun.promise,
    finished: finished.promise,
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => {
      // Without a line it can't be deleted now; the server forgets it by itself.
      upload.abort(true).catch(() => undefined)
      fail(new DOMException("The upload was cancelled.", "AbortError"))
    },
  }
}

export const throwAwayUpload = (id: string) => Upload.terminate(urlOf(`uploads/${id}/`), { onBeforeRequest: signed })

const optionsOf = (slug: string, file: File): UploadOptions => ({
  endpoint: urlOf(`studies/${slug}/uploads/`),
  metadata: { filename: file.name },
  chunkSize: CHUNK_BYTES,
  retryDelays: RETRY_MS,
  fingerprint: () => Promise.resolve(fingerprintOf(slug, file)),
  urlStorage: remembered,
  onBeforeRequest: signed,
})

/** A promise with its two ends, as `Promise.withResolvers` of newer browsers. */
function promised<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<Value>((keep, refuse) => {
    resolve = keep
    reject = refuse
  })
  return { promise, resolve, reject }
}

function signed(sent: Parameters<NonNullable<UploadOptions["onBeforeRequest"]>>[0]): void {
  sent.setHeader("X-CSRFToken", csrfToken())
  sent.setHeader("Accept", "application/json")
}

const idOf = ({ url }: Upload): string => url?.split("/").at(-2) ?? ""

function asApiError(error: Error): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return new ApiError(0, "no_connection", "The server cannot be reached.")
  return errorFrom(response.getStatus(), parsed(response.getBody()))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { DetailedError, Upload } from "tus-js-client"

import { ApiError, csrfToken, errorFrom, request, urlOf } from "./client"
import type { Schemas } from "./types"

export type RecordingUpload = Schemas["UploadOutput"]

type Options = {
  /** Told the share of the recording that has arrived, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

const RETRY_AFTER_MS = [0, 1000, 3000, 10_000, 30_000]

/** One's recordings on their way to a study. */
export const recordingUploads = (slug: string, signal?: AbortSignal) =>
  request<RecordingUpload[]>(`studies/${slug}/uploads/`, { signal })

/**
 * Send a recording and return the id of its upload. What has arrived of it earlier is not sent again: the server knows
 * it, so it outlives a crash of this browser, and no file's name has to stay behind here.
 */
export async function sendRecording(slug: string, file: File, { onProgress, signal }: Options): Promise<string> {
  const begun = await begunBefore(await recordingUploads(slug, signal), file)
  return new Promise((resolve, reject) => {
    const sending = new Upload(file, {
      endpoint: urlOf(`studies/${slug}/uploads/`),
      uploadUrl: begun ? urlOf(`uploads/${begun.id}/`) : null,
      metadata: { filename: file.name },
      headers: headers(),
      retryDelays: RETRY_AFTER_MS,
      storeFingerprintForResuming: false,
      onProgress: (sent, all) => onProgress(all ? sent / all : 0),
      onSuccess: () => resolve(idOf(sending.url ?? "")),
      onError: (error) => reject(apiErrorOf(error)),
    })
    const cancel = () => {
      const cancelled = () => reject(new DOMException("The upload was cancelled.", "AbortError"))
      sending.abort(true).then(cancelled, cancelled)
    }
    if (signal.aborted) return cancel()
    signal.addEventListener("abort", cancel, { once: true })
    sending.start()
  })
}

/** Delete what has arrived. */
export const giveUpRecording = (id: string) => Upload.terminate(urlOf(`uploads/${id}/`), { headers: headers() })

/** The upload of this very file, told by its name, its length and its first megabyte. */
export async function begunBefore(
  uploads: RecordingUpload[],
  file: Pick<File, "name" | "size" | "slice">,
): Promise<RecordingUpload | null> {
  for (const upload of uploads) {
    if (upload.name !== file.name || upload.bytes !== file.size || upload.head_bytes === 0) continue
    if ((await sha256(file.slice(0, upload.head_bytes))) === upload.head_sha256) return upload
  }
  return null
}

/** Hexadecimal; null where the browser can't tell, as over plain HTTP from another machine. */
async function sha256(bytes: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(await bytes.arrayBuffer()))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

const headers = () => ({ Accept: "application/json", "X-CSRFToken": csrfToken() })

const idOf = (address: string) => address.split("/").at(-2) ?? ""

function apiErrorOf(error: Error | DetailedError): ApiError {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  if (!answer) return new ApiError(0, "no_connection", "The server cannot be reached.")
  return errorFrom(answer.getStatus(), parsed(answer.getBody()))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

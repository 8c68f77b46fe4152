import { ApiError, csrfToken, errorFrom, urlOf } from "./client"

type Options = {
  /** Told the share of the form that has left, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Send a form with files. Unlike `request`, it tells how far it has come: fetch can't say that of what it sends. */
export function upload<T>(path: string, form: FormData, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const http = new XMLHttpRequest()
    http.open("POST", urlOf(path))
    http.setRequestHeader("Accept", "application/json")
    http.setRequestHeader("X-CSRFToken", csrfToken())
    http.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    http.onload = () => {
      const body = parsed(http.responseText)
      if (http.status >= 200 && http.status < 300)
        resolve(body as T) // The contract's types begin here.
      else reject(errorFrom(http.status, body))
    }
    http.onerror = () => reject(new ApiError(0, "no_connection", "The server cannot be reached."))
    http.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"))
    signal.addEventListener("abort", () => http.abort(), { once: true })
    http.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

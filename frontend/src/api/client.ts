/** Every call to the server. A failure becomes an ApiError; what a person reads about it, the screen decides. */

const ROOT = "/api/v1/"

export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, unknown> = {},
    /** What else the answer says, such as the id of what is there already. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
    this.name = "ApiError"
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
type Options = { method?: Method; body?: unknown; signal?: AbortSignal }

/** Ask `path` under /api/v1/, as JSON (or as a form, when the body is FormData). An empty answer is undefined. */
export async function request<T>(path: string, { method = "GET", body, signal }: Options = {}): Promise<T> {
  const isForm = body instanceof FormData
  const headers: Record<string, string> = { Accept: "application/json" }
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json"
  if (method !== "GET") headers["X-CSRFToken"] = csrfToken()

  let response: Response
  try {
    response = await fetch(urlOf(path), {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause
    throw new ApiError(0, "no_connection", "The server cannot be reached.")
  }
  if (!response.ok) throw await errorOf(response)
  if (response.status === 204) return undefined as T // The contract's types begin here.
  try {
    return (await response.json()) as T
  } catch {
    // The connection broke half-way, or something else than our server answered: a log-in page of the network, say.
    throw new ApiError(0, "no_connection", "The server's answer did not arrive whole.")
  }
}

/** The address of something the browser loads by itself: a video, a picture, a file to download. */
export const urlOf = (path: string): string => ROOT + path

/** `?a=1&b=2` of the parameters that have a value. */
export function query(parameters: Record<string, string | number | boolean | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

export const isApiError = (error: unknown, code?: string): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/** True when the log-in has ended. Django REST framework answers 403, not 401, when it has no challenge to offer. */
export const isLoggedOut = (error: unknown): boolean =>
  isApiError(error) && (error.status === 401 || error.code === "not_authenticated")

export function csrfToken(): string {
  const match = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)
  return match?.[1] ?? ""
}

const errorOf = async (response: Response) => errorFrom(response.status, await response.json().catch(() => null))

/** The error that an answer with this status and (parsed) body is. */
export function errorFrom(status: number, body: unknown): ApiError {
  if (isErrorBody(body)) {
    const { code, message, fields, ...details } = body
    return new ApiError(status, code, message, fields, details)
  }
  return new ApiError(status, "unexpected_answer", `The server answered ${status}.`)
}

function isErrorBody(body: unknown): body is { code: string; message: string; fields?: Record<string, unknown> } {
  return typeof body === "object" && body !== null && "code" in body && "message" in body
}

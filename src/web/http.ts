import type { ErrorBody } from '#contract/fields.ts'

type Issues = NonNullable<ErrorBody['issues']>

const noConnection = 'No connection. Nothing is lost: try again once you are online.'

/** A failed call of the API. `status` 0 means that there was no answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  code: string
  issues: Issues
  /** The message of the API; a proxy's error page has none. */
  serverMessage: string | undefined
  /** The whole answer, such as the stored record that a save conflicts with. */
  body: unknown
  constructor(status: number, body: unknown) {
    const error: Partial<ErrorBody> = typeof body === 'object' && body !== null ? body : {}
    super(error.message ?? (status === 0 ? noConnection : `The server answered ${status}.`))
    this.status = status
    this.code = error.code ?? ''
    this.issues = error.issues ?? []
    this.serverMessage = error.message
    this.body = body
  }
}

export type HttpRequest = Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'cache' | 'credentials'>
/** `total` is the size of the whole list of which the body is one page. */
export type HttpAnswer = { status: number; body: unknown; total: number | null }

/** Sends a request, without cookies unless it says so. @returns null when there was no answer. @throws AbortError when the caller aborted it */
export const sendRequest = (path: string, init?: HttpRequest): Promise<Response | null> =>
  fetch(path, { credentials: 'omit', ...init }).catch((cause) => {
    if (init?.signal?.aborted) throw cause
    return null
  })

/** Sends a request and reads the JSON answer. Status 0 means that there was no answer. @throws AbortError when the caller aborted it */
export async function fetchJson(path: string, init?: HttpRequest): Promise<HttpAnswer> {
  const response = await sendRequest(path, { ...init, headers: { accept: 'application/json', ...init?.headers } })
  if (!response) return { status: 0, body: null, total: null }
  const body = await response.json().catch(() => null)
  return { status: response.status, body, total: readTotal(response.headers.get('x-total-count')) }
}

export const readTotal = (header: string | null) => (header === null ? null : Number(header))

/** Returns a successful answer. @throws ApiError otherwise */
export function successful<Answer extends { status: number; body: unknown }>(answer: Answer): Answer {
  if (answer.status === 0 || answer.status >= 400) throw new ApiError(answer.status, answer.body)
  return answer
}

/** The message of a failed call: that of its screen, except where no answer came, which the server did not refuse. */
export const failureOf = (error: unknown, failure: string): string =>
  error instanceof ApiError && error.status === 0 ? error.message : failure

/** Posts JSON to a public call. @throws ApiError when the answer is not a success */
export async function postJson(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return successful(await fetchJson(path, { method: 'POST', body: JSON.stringify(body), headers })).body
}

/** Posts a form with files to a public call. @throws ApiError when the answer is not a success */
export const postForm = async (path: string, body: FormData): Promise<unknown> =>
  successful(await fetchJson(path, { method: 'POST', body })).body

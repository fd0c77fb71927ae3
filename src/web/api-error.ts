import type { ErrorBody } from '#contract/fields.ts'

/** An answer of the API that is not a success. `status` 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  status: number
  body: Partial<ErrorBody>
  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered ${status}`)
    this.status = status
    this.body = body
  }
}

/** Reads an error body of any shape; what is not the API's own (a proxy's page, say) counts as having said nothing. */
export const errorFrom = (status: number, body: unknown) =>
  new ApiError(status, typeof body === 'object' && body !== null ? body : {})

/** Fetches over HTTP and reads the JSON answer; no token is ever sent. @throws ApiError with status 0 when there is no answer. */
export async function fetchJson(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await fetch(path, {
    ...init,
    credentials: 'omit',
    headers: { accept: 'application/json', ...init?.headers },
  }).catch((cause) => {
    if (init?.signal?.aborted) throw cause
    throw new ApiError(0, {})
  })
  const body = await response.json().catch(() => null)
  return { status: response.status, body }
}

/** Posts JSON to a public call. @throws ApiError when the answer is not a success. */
export async function postJson(path: string, body: unknown): Promise<unknown> {
  const answer = await fetchJson(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (answer.status >= 400) throw errorFrom(answer.status, answer.body)
  return answer.body
}

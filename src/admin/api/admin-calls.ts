import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { VersionConflict } from '#contract/fields.ts'
import { confirmIdentity, secondFactorSetupNeeded } from '#contract/identity.ts'
import type { BulkAnswer, Named } from '#contract/lists.ts'
import { tokenKey } from '#contract/token-key.ts'
import {
  ApiError,
  fetchJson,
  type HttpAnswer,
  type HttpRequest,
  readTotal,
  sendRequest,
  successful,
} from '#web/http.ts'

export const readToken = (): string | null => localStorage.getItem(tokenKey)

/** Calls use this when the session has ended; `session/session-gate.tsx` implements it. */
export type Gate = {
  /** Asks to sign in again in a dialog over the page. @returns true once signed in, false when the person gave up */
  signInAgain(): Promise<boolean>
  /** Whether the sign-in dialog is open. */
  isAsking(): boolean
  /** Asks the person to confirm their identity, in a dialog over the page. @returns false when the person gave up */
  confirmIdentity(): Promise<boolean>
  /** Opens the set-up of the second factor that the session needs. */
  setUpFactor(): Promise<void>
  /** Signs out with a message: the account exists but has no access. */
  turnAway(message: string): Promise<void>
}

let gate: Gate | null = null

/** Sets the gate. @returns removes it again */
export function installGate(installed: Gate): () => void {
  gate = installed
  return () => {
    if (gate === installed) gate = null
  }
}

export const currentGate = (): Gate | null => gate

/** An answer. If its body is a page of a list, `total` is the size of the whole list. */
export type AdminResponse<T> = { body: T; total: number | null }

/** Calls the API as the signed-in person. If the session has ended, or an identity must be confirmed, it asks and repeats the call once. @throws ApiError */
export async function adminCall<T>(path: string, call: AdminCall = {}): Promise<AdminResponse<T>> {
  const { body, total } = await guarded((token) => send(path, call, token), call.quiet)
  return { body: body as T, total }
}

async function guarded<Answer extends { status: number; body: unknown }>(
  ask: (token: string | null) => Promise<Answer>,
  quiet = false,
): Promise<Answer> {
  // The gate is read at the time of the call: a screen's first call is sent before the layout is mounted.
  const askable = () => (quiet ? null : gate)
  let token = readToken()
  let answer = await ask(token)
  // The second attempt has a renewed token; the third one the token of a new sign-in.
  for (let again = 0; answer.status === 401 && again < 2; again++) {
    // Another call may have found the end of the session first, and a new token may exist already.
    const renewed = readToken() !== null && readToken() !== token
    if (!renewed && !(await askable()?.signInAgain())) break
    token = readToken()
    answer = await ask(token)
  }
  if (refusalOf(answer)?.code === confirmIdentity && (await askable()?.confirmIdentity()))
    answer = await ask(readToken())
  const refused = refusalOf(answer)
  if (refused?.code === secondFactorSetupNeeded) await askable()?.setUpFactor()
  // The role lacks the permission: the person stays signed in.
  else if (refused && refused.code !== 'role_forbidden' && refused.code !== confirmIdentity)
    await askable()?.turnAway(refused.message)
  return successful(answer)
}

const refusalOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 403 ? new ApiError(status, body) : null

/** Like `adminCall`, but returns only the body. @throws ApiError */
export const adminFetch = async <T>(path: string, call?: AdminCall): Promise<T> => (await adminCall<T>(path, call)).body

/** Saves an answer of the API as a file. A plain link cannot send the token, which is in a header. @throws ApiError */
export async function downloadFile(path: string, fileName: string): Promise<void> {
  const { file } = await guarded((token) => sendForFile(path, token))
  saveFile(file ?? new Blob(), fileName)
}

function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}

/** A call of the identity's own API. It bypasses the session gate, because the caller explains a refusal. @throws ApiError */
export async function identityCall<T>(path: string, call: AdminCall = {}, token: string | null = null): Promise<T> {
  return successful(await send(path, call, token)).body as T
}

/** Repeats a call until the server answers: the client cannot start without the answer, and the network may be down for a while. */
export async function identityCallWithRetry<T>(path: string, token: string | null = null): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8_000)) {
    try {
      return await identityCall<T>(path, {}, token)
    } catch (error) {
      if (error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** The stored record as a refused change describes it, if a colleague has changed it in the meantime. */
export function conflictIn<Stored>(error: unknown): VersionConflict<Stored> | null {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return null
  return (error.body as { conflict?: VersionConflict<Stored> }).conflict ?? null
}

export type AdminCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  json?: unknown
  form?: FormData | undefined
  /** The version of the record that the change is based on; the server answers 409 when the record has a later one. */
  ifMatch?: number | undefined
  signal?: AbortSignal | undefined
  /** A background call: the sign-in dialog must not open for it. */
  quiet?: boolean | undefined
  withCookies?: boolean | undefined
  /** Receives the progress of the upload, from 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined
}

/** Sends one request with a token and reads the JSON answer. @throws AbortError when the caller aborted it */
async function send(path: string, call: AdminCall, token: string | null): Promise<HttpAnswer> {
  const { method = 'GET', json, form, ifMatch, signal } = call
  const headers: Record<string, string> = { accept: 'application/json', ...bearer(token) }
  // A call without a recent click or key, such as that of a timer, does not prolong the session of an unattended tab.
  if (navigator.userActivation?.isActive === false) headers['x-background'] = '1'
  if (json !== undefined) headers['content-type'] = 'application/json'
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  const request = {
    method,
    headers,
    signal: signal ?? null,
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
  }
  return call.onUploadProgress
    ? sendWithProgress(path, request, call.onUploadProgress)
    : fetchJson(path, { ...request, cache: 'no-store', credentials: call.withCookies ? 'same-origin' : 'omit' })
}

/** Requests a file; the body is read only when the answer is a file. */
async function sendForFile(
  path: string,
  token: string | null,
): Promise<{ status: number; body: unknown; file: Blob | null }> {
  const response = await sendRequest(path, { headers: bearer(token), cache: 'no-store' })
  if (!response) return { status: 0, body: null, file: null }
  if (!response.ok) return { status: response.status, body: await response.json().catch(() => null), file: null }
  return { status: response.status, body: null, file: await response.blob() }
}

const bearer = (token: string | null): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})

type UploadRequest = HttpRequest & { method: string; headers: Record<string, string> }

/** `fetch` does not report the progress of an upload, so this uses `XMLHttpRequest`. */
function sendWithProgress(
  path: string,
  { method, headers, body, signal }: UploadRequest,
  onProgress: (share: number) => void,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'text'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onProgress(lengthComputable ? loaded / total : 0)
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        total: readTotal(request.getResponseHeader('x-total-count')),
      })
    request.onerror = () => resolve({ status: 0, body: null, total: null })
    request.onabort = () => reject(new DOMException('The upload was aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send((body as FormData | string | undefined) ?? null)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** One action on records of a path. @returns those that changed. @throws Error with the first reason why one did not */
export async function changeInBulk(api: string, action: string, records: Named[]): Promise<Named[]> {
  const { changed, failed } = await adminFetch<BulkAnswer>(`${api}/bulk`, { method: 'POST', json: { action, records } })
  for (const { message } of failed) throw new Error(message)
  return changed
}

type Quiet = Pick<AdminCall, 'quiet'>

/** A GET of the back office. Its key differs from those of public queries, so that a draft never shows on a public page. */
export const adminQuery = <T>(path: string, { quiet }: Quiet = {}) =>
  queryOptions<T>({
    queryKey: ['admin', path],
    queryFn: ({ signal }) => adminFetch<T>(path, { signal, quiet }),
    staleTime: 0,
  })

export const adminPageQuery = <T>(path: string, { quiet }: Quiet = {}) =>
  queryOptions<{ body: T; total: number | null }>({
    queryKey: ['admin', path, 'page'],
    queryFn: ({ signal }) => adminCall<T>(path, { signal, quiet }),
    staleTime: 0,
  })

/** Refetches everything at or below this path after a change, for staff and on public pages, and the figures, proposals and reviews that follow from all records. */
export const invalidateAdmin = (client: QueryClient, path: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [kind, below] }) => {
      const asked = String(kind === 'admin' ? below : kind)
      return [path, '/api/dashboard', '/api/proposals', '/api/reviews', '/api/trash'].some((start) =>
        asked.startsWith(start),
      )
    },
  })

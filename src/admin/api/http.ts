import { fetchJson, type HttpAnswer, type HttpRequest, readTotal, sendRequest } from '#web/http.ts'

export type AdminCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  json?: unknown
  form?: FormData | undefined
  /** The version of the record that the change is based on; the server answers 409 when the record has a later one. */
  ifMatch?: number | undefined
  signal?: AbortSignal | undefined
  /** A background call: the sign-in dialog must not open for it. */
  quiet?: boolean | undefined
  /** Sends the cookies of this site as well. */
  withCookies?: boolean | undefined
  /** Receives the progress of the upload, from 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined
}

/** Sends one request with a token and reads the JSON answer. @throws AbortError when the caller aborted it */
export async function send(path: string, call: AdminCall, token: string | null): Promise<HttpAnswer> {
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
export async function sendForFile(
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

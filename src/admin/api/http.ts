import type { AdminCall } from './client.ts'

/** What came back; status 0 when nothing did. */
export type Sent = { status: number; body: unknown; total: number | null }

/** Sends one request with its token, and reads the JSON answer. @throws AbortError when the caller gave up */
export async function send(path: string, call: AdminCall, token: string | null): Promise<Sent> {
  const { method = 'GET', json, form, ifMatch } = call
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  const body = json === undefined ? form : JSON.stringify(json)
  return call.onUploadProgress
    ? sendWithProgress(path, { ...call, method }, headers, body)
    : sendPlain(path, call.signal, { method, headers, body })
}

async function sendPlain(path: string, signal: AbortSignal | undefined, init: RequestInit): Promise<Sent> {
  const response = await fetch(path, { ...init, signal, credentials: 'omit', cache: 'no-store' }).catch((cause) => {
    if (signal?.aborted) throw cause
    return null
  })
  if (!response) return { status: 0, body: null, total: null }
  const body = await response.json().catch(() => null)
  return { status: response.status, body, total: readTotal(response.headers.get('x-total-count')) }
}

/** Asks for a file; its body is read only when the answer is one. */
export async function sendForFile(
  path: string,
  token: string | null,
): Promise<{ status: number; body: unknown; file: Blob | null }> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(path, { headers, credentials: 'omit', cache: 'no-store' }).catch(() => null)
  if (!response) return { status: 0, body: null, file: null }
  if (!response.ok) return { status: response.status, body: await response.json().catch(() => null), file: null }
  return { status: response.status, body: null, file: await response.blob() }
}

/** `fetch` does not tell how far an upload is; the older way does. */
function sendWithProgress(
  path: string,
  call: AdminCall,
  headers: Record<string, string>,
  body: FormData | string | undefined,
): Promise<Sent> {
  const { method = 'POST', signal, onUploadProgress } = call
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'text'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      onUploadProgress?.(lengthComputable ? loaded / total : 0)
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        total: readTotal(request.getResponseHeader('x-total-count')),
      })
    request.onerror = () => resolve({ status: 0, body: null, total: null })
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body ?? null)
  })
}

const readTotal = (header: string | null) => (header === null ? null : Number(header))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import type { SignedIn, TestApp } from './start-app.ts'

/** Calls the API as a signed-in member of staff. FormData and URLSearchParams are sent as forms, any other body as JSON. */
export const callAs =
  (site: TestApp, staff: SignedIn) =>
  (method: string, path: string, body?: unknown, headers: object = {}) => {
    const json = body !== undefined && !(body instanceof FormData || body instanceof URLSearchParams)
    return site.get(path, {
      method,
      body: json ? JSON.stringify(body) : ((body as FormData | URLSearchParams | undefined) ?? null),
      headers: { ...staff.headers, ...(json && { 'content-type': 'application/json' }), ...headers },
    })
  }

/** Makes a call again while the site is too busy for it, as the answer asks. */
export async function untilTaken(make: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await make()
    if (answer.status !== 503) return answer
  }
}

/**
 * Imports a file of addresses as staff do: upload, choices, apply.
 * @param call answers a call with its JSON
 */
export async function importSubscribers(
  call: (method: 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>,
  csv: string,
) {
  const { _id } = (await call('POST', '/api/newsletter/imports', { csv })) as { _id: string }
  const path = `/api/newsletter/imports/${_id}`
  await call('PUT', path, { agreed: 'At the fair in Pune', agreedOn: '2026-01-10' })
  return call('POST', `${path}/apply`)
}

/** Encodes values as the specification's forms do: files unchanged, lists as JSON, other values as text. */
export function formOf(fields: object): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields))
    data.append(name, value instanceof File ? value : Array.isArray(value) ? JSON.stringify(value) : String(value))
  return data
}

import { RequestError } from './request-error.ts'
import { send } from './send.ts'
import { currentGate, readToken } from './session.ts'

export type OfficeCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart, for what carries files. */
  form?: FormData
  /** The version of the record that this change is made from; the server refuses (409) when another has changed it since. */
  ifMatch?: number
  signal?: AbortSignal
  /** How much of the upload is through, from 0 to 1. */
  onUploadProgress?: (share: number) => void
}

/** An answer with what its headers say. `total` is the size of the whole list of which the body is a page. */
export type OfficeAnswer<T> = { body: T; total: number | null }

/**
 * Calls the API as the signed-in member of staff. When the session has ended, asks to sign in again over the page and repeats the call once.
 * @param path of the API, `/api/products`
 * @throws RequestError when the answer is not a success
 */
export async function officeCall<T>(path: string, call: OfficeCall = {}): Promise<OfficeAnswer<T>> {
  let answer = await send(path, call, readToken())
  if (answer.status === 401 && (await currentGate()?.signInAgain())) answer = await send(path, call, readToken())
  if (answer.status === 403) await currentGate()?.turnAway(new RequestError(403, answer.body).message)
  if (answer.status === 0 || answer.status >= 400) throw new RequestError(answer.status, answer.body)
  return { body: answer.body as T, total: answer.total }
}

/** `officeCall` for those who want the body alone. @throws RequestError */
export const officeFetch = async <T>(path: string, call?: OfficeCall): Promise<T> => (await officeCall<T>(path, call)).body

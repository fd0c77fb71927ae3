import { readToken } from '#admin/session/identity.ts'
import { ApiError, successful } from '#web/http.ts'
import { type AdminCall, send, sendForFile } from './http.ts'
import { currentGate } from './session-gate.ts'

/** An answer with what its headers say. `total` is the size of the whole list of which the body is a page. */
export type AdminResponse<T> = { body: T; total: number | null }

/**
 * Calls the API as the signed-in member of staff. When the session has ended, asks to sign in again over the page and repeats the call once.
 * @param path of the API, `/api/products`
 * @throws ApiError when the answer is not a success
 */
export async function adminCall<T>(path: string, call: AdminCall = {}): Promise<AdminResponse<T>> {
  const { body, total } = await guarded((token) => send(path, call, token), call.quiet)
  return { body: body as T, total }
}

/** Fetches a file of the API. @throws ApiError */
export async function adminFile(path: string): Promise<Blob> {
  const { file } = await guarded((token) => sendForFile(path, token))
  return file ?? new Blob()
}

async function guarded<Answer extends { status: number; body: unknown }>(
  ask: (token: string | null) => Promise<Answer>,
  quiet = false,
): Promise<Answer> {
  // Asked for when it is needed: a screen's first call is sent before the layout around it stands.
  const gate = () => (quiet ? null : currentGate())
  let token = readToken()
  let answer = await ask(token)
  // Once more with a token that was renewed, and if that is no good either, with one of a new sign-in.
  for (let again = 0; answer.status === 401 && again < 2; again++) {
    // Another call may have met the end of the session first, and have a new token by now.
    const renewed = readToken() !== null && readToken() !== token
    if (!renewed && !(await gate()?.signInAgain())) break
    token = readToken()
    answer = await ask(token)
  }
  if (answer.status === 403) await gate()?.turnAway(new ApiError(403, answer.body).message)
  return successful(answer)
}

/** `adminCall` for those who want the body alone. @throws ApiError */
export const adminFetch = async <T>(path: string, call?: AdminCall): Promise<T> => (await adminCall<T>(path, call)).body

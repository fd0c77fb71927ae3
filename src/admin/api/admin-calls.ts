import { confirmIdentity } from '#contract/confirm-identity.ts'
import { secondFactorSetupNeeded } from '#contract/second-factor.ts'
import { ApiError, successful } from '#web/http.ts'
import { type AdminCall, send, sendForFile } from './http.ts'
import { currentGate } from './session-gate.ts'
import { readToken } from './token.ts'

/** An answer with its headers' values. `total` is the size of the whole list of which the body is a page. */
export type AdminResponse<T> = { body: T; total: number | null }

/**
 * Calls the API as the signed-in member of staff. When the session has ended, or the call needs a confirmed identity,
 * it asks the person and repeats the call once.
 * @param path the path of the API, such as `/api/products`
 * @throws ApiError when the answer is not a success
 */
export async function adminCall<T>(path: string, call: AdminCall = {}): Promise<AdminResponse<T>> {
  const { body, total } = await guarded((token) => send(path, call, token), call.quiet)
  return { body: body as T, total }
}

/** Downloads a file from the API. @throws ApiError */
export async function adminFile(path: string): Promise<Blob> {
  const { file } = await guarded((token) => sendForFile(path, token))
  return file ?? new Blob()
}

async function guarded<Answer extends { status: number; body: unknown }>(
  ask: (token: string | null) => Promise<Answer>,
  quiet = false,
): Promise<Answer> {
  // The gate is read at the time of the call: a screen's first call is sent before the layout is mounted.
  const gate = () => (quiet ? null : currentGate())
  let token = readToken()
  let answer = await ask(token)
  // The second attempt has a renewed token; the third one the token of a new sign-in.
  for (let again = 0; answer.status === 401 && again < 2; again++) {
    // Another call may have found the end of the session first, and a new token may exist already.
    const renewed = readToken() !== null && readToken() !== token
    if (!renewed && !(await gate()?.signInAgain())) break
    token = readToken()
    answer = await ask(token)
  }
  if (codeOf(answer) === confirmIdentity && (await gate()?.confirmIdentity())) answer = await ask(readToken())
  const refused = answer.status === 403 ? new ApiError(403, answer.body) : null
  if (refused?.code === secondFactorSetupNeeded) await gate()?.setUpFactor()
  // The role lacks the permission: the person stays signed in.
  else if (refused && refused.code !== 'role_forbidden' && refused.code !== confirmIdentity)
    await gate()?.turnAway(refused.message)
  return successful(answer)
}

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 403 ? new ApiError(status, body).code : undefined

/** Like `adminCall`, for callers that need the body only. @throws ApiError */
export const adminFetch = async <T>(path: string, call?: AdminCall): Promise<T> => (await adminCall<T>(path, call)).body

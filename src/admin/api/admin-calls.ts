import type { VersionConflict } from '#contract/fields.ts'
import { confirmIdentity, secondFactorSetupNeeded } from '#contract/identity.ts'
import { tokenKey } from '#contract/token-key.ts'
import { ApiError, successful } from '#web/http.ts'
import { type AdminCall, send, sendForFile } from './http.ts'

/** The token for API calls. */
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

/** The gate that is set, if any. */
export const currentGate = (): Gate | null => gate

/** An answer. If its body is a page of a list, `total` is the size of the whole list. */
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

/** Saves a file on the person's device. */
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

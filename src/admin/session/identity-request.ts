import { type AdminCall, send } from '#admin/api/http.ts'
import { ApiError, successful } from '#web/http.ts'

/** A call of the identity's own API. It bypasses the session gate, because the caller explains a refusal. @throws ApiError */
export async function identityCall<T>(path: string, call: AdminCall = {}, token: string | null = null): Promise<T> {
  return successful(await send(path, call, token)).body as T
}

/** Repeats a call until the server answers, because the network may be down for a while and the client needs this answer to start. */
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

import type { AdminCall } from '#admin/api/client.ts'
import { send } from '#admin/api/http.ts'
import { RequestError } from '#web/request-error.ts'

/** A call of the identity itself, past the session gate: a refusal is the caller's to explain. @throws RequestError */
export async function ask<T>(path: string, call: AdminCall = {}, token: string | null = null): Promise<T> {
  const { status, body } = await send(path, call, token)
  if (status === 0 || status >= 400) throw new RequestError(status, body)
  return body as T
}

/** Asks until an answer comes: the network may be away for a while, and nothing can be said before. */
export async function askUntilAnswered<T>(path: string, token: string | null = null): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8_000)) {
    try {
      return await ask<T>(path, {}, token)
    } catch (error) {
      if (error instanceof RequestError && error.status > 0 && error.status < 500 && error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

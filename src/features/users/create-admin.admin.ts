import { adminFetch } from '#admin/api/client.ts'
import { getIdentity } from '#admin/session/get-identity.ts'
import type { NewAccount } from '#admin/session/identity.ts'
import { ApiError } from '#web/http.ts'

/** Accounts that could neither be let in nor taken back, their uids by address: the next attempt goes on with them. */
const halfMade = new Map<string, string>()

const failed = 'Failed to create user'

/**
 * Opens the account, then lets it in. When the second fails the first is undone; when that fails too, the account is kept for the next
 * attempt with the same address.
 * @throws Error whose message is for a person: the identity's own words where it refused
 */
export async function createAdmin({ name, email, password }: NewAccount): Promise<void> {
  const identity = await getIdentity()
  const uid = halfMade.get(email) ?? (await identity.createAccount({ name, email, password }).catch(explain))
  try {
    await adminFetch('/api/users', { method: 'POST', json: { firebaseUid: uid, name, email } })
    halfMade.delete(email)
  } catch (cause) {
    const undone = await identity.removeAccount(uid).then(
      () => true,
      (error) => error instanceof ApiError && error.status === 404,
    )
    if (undone) halfMade.delete(email)
    else halfMade.set(email, uid)
    throw new Error(
      undone ? failed : `${failed}. Their account is there already: press Create Admin again to let them in.`,
      { cause },
    )
  }
}

/** The words of the identity, where it had any. */
function explain(error: unknown): never {
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    throw new Error(failed, { cause: error })
  throw error
}

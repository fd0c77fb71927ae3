import { adminFetch } from '#admin/api/admin-calls.ts'
import { getIdentity } from '#admin/session/get-identity.ts'
import type { NewAccount } from '#admin/session/identity.ts'
import type { Role } from '#contract/roles.ts'
import { ApiError } from '#web/http.ts'

/** The uids, by address, of accounts that got no access and could not be deleted: the next attempt uses them. No component renders it. */
const accountsWithoutAccess = new Map<string, string>()

const failed = 'Failed to create user'

/**
 * Creates the account, then gives it access. If the second step fails, the account is deleted; if that fails too, it is used for the next
 * attempt with the same address.
 * @throws Error whose message can be shown: the identity's own message if it refused
 */
export async function createAdmin({ name, email, password, role }: NewAccount & { role: Role }): Promise<void> {
  const identity = await getIdentity()
  const uid =
    accountsWithoutAccess.get(email) ?? (await identity.createAccount({ name, email, password }).catch(explain))
  try {
    await adminFetch('/api/users', { method: 'POST', json: { firebaseUid: uid, name, email, role } })
    accountsWithoutAccess.delete(email)
  } catch (cause) {
    const undone = await identity.removeAccount(uid).then(
      () => true,
      (error) => error instanceof ApiError && error.status === 404,
    )
    if (undone) accountsWithoutAccess.delete(email)
    else accountsWithoutAccess.set(email, uid)
    throw new Error(
      undone ? failed : `${failed}. Their account exists already. Press Create Admin again to give them access.`,
      { cause },
    )
  }
}

/** Rethrows the identity's message, if it has one. */
function explain(error: unknown): never {
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    throw new Error(failed, { cause: error })
  throw error
}

import type { Grantable } from '#contract/roles.ts'
import { addToken } from '#server/identity/tokens.ts'
import type { SignedIn, TestApp } from './start-app.ts'

/** Gives a member of staff a token with these permissions. @returns the headers of its calls, and its id */
export async function asToken(
  { database }: Pick<TestApp, 'database'>,
  { user }: Pick<SignedIn, 'user'>,
  permissions: Grantable[],
  name = 'CRM sync',
) {
  const given = {
    kind: 'program' as const,
    userId: user.id,
    name,
    permissions,
    expiresAt: undefined,
    clientId: undefined,
  }
  const { token, secret } = await database.transaction((trx) => addToken(trx, given))
  return { id: token.id, secret, headers: { authorization: `Bearer ${secret}` } }
}

import type { CallersRole, Grantable } from '#contract/roles.ts'
import { actAs } from '#server/identity/acting-as.ts'
import { addSecret, addToken } from '#server/identity/tokens.ts'
import type { SignedIn, TestApp } from './start-app.ts'

/** Gives a member of staff a token with these permissions. @returns the headers of its calls, and its id */
export async function asToken(
  { database }: Pick<TestApp, 'database'>,
  { user }: Pick<SignedIn, 'user'>,
  permissions: Grantable[],
  name = 'CRM sync',
) {
  return database.transaction(async (trx) => {
    const { id } = await addToken(trx, { kind: 'program', userId: user.id, name, permissions })
    const secret = await addSecret(trx, id, 'atr_')
    return { id, secret, headers: { authorization: `Bearer ${secret}` } }
  })
}

/** Calls as a tool of an assistant does, or of a program, in the name of a member of staff. */
export async function asTool(
  { app, database, get }: Pick<TestApp, 'app' | 'database' | 'get'>,
  { user, headers }: SignedIn,
  name: string,
  kind: 'assistant' | 'program' = 'assistant',
) {
  // The first call makes the profile.
  await get('/api/users/me', { headers })
  const found = database.db.selectFrom('users').select('profileId').where('id', '=', user.id)
  const { profileId } = await found.executeTakeFirstOrThrow()
  const { id, email, role } = user
  const via = { id: `token of ${name}`, kind, name }
  const staff = {
    ...{ id, email, via },
    name: user.name,
    uid: '',
    role: role as CallersRole,
    profileId: String(profileId),
  }
  return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<Response> => {
    const answer = await app.inject({ method, url, headers: actAs(staff), ...(body && { payload: body }) })
    return new Response(answer.body, { status: answer.statusCode })
  }
}

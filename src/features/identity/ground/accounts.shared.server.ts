import { doneBody } from '#contract/fields.ts'
import { createdAccount, isAtDomain, newAccount } from '#contract/identity.ts'
import type { Database } from '#server/database/connect.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { onlyAtDomain } from '#server/identity/accounts.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'
import { passwordIssue } from '#server/identity/passwords.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'

/** Accounts for colleagues. An account gives access only after `POST /api/users`. */
export const accountRoutes: EmbeddedFeature = async (app, { config, database, site, identity }) => {
  const { domain } = config.company

  route(app, 'POST /identity/accounts', {
    access: 'manage',
    activity: 'step',
    summary: 'Create an account for a colleague',
    description:
      'The account gives no access until `POST /api/users` is called with its uid. An account without access is replaced.',
    input: newAccount,
    answer: { 201: createdAccount },
    errors: [409],
    handler: async ({ body }) => {
      if (!isAtDomain(body.email, domain)) throw onlyAtDomain(domain)
      const issue = await passwordIssue(body.password, body, (await site.now()).company)
      if (issue) throw invalid('password', issue)
      await removeLeftOver({ database, identity }, body.email)
      return { uid: await identity.createAccount(body) }
    },
  })

  route(app, 'DELETE /identity/accounts/:uid', {
    access: 'manage',
    activity: 'step',
    summary: 'Delete an account that belongs to no user',
    answer: doneBody,
    errors: [409],
    handler: async ({ params: { uid } }) => {
      if (!(await identity.findAccount(uid))) throw notFound('Account not found')
      if (await isStaff(database, uid))
        throw new HttpError(409, 'This account belongs to a user. Delete the user instead.')
      await identity.removeAccount(uid)
      return { message: 'Account removed' }
    },
  })
}

const isStaff = async ({ db }: Database, uid: string) =>
  (await db.selectFrom('users').select('id').where('firebaseUid', '=', uid).executeTakeFirst()) !== undefined

/** Removes the account of an address that was never given access, such as one whose creation was interrupted. */
export async function removeLeftOver(
  { database, identity }: { database: Database; identity: EmbeddedIdentity },
  email: string,
): Promise<void> {
  const account = await identity.findAccountByEmail(email)
  if (account && !(await isStaff(database, account.uid))) await identity.removeAccount(account.uid)
}

import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { createdAccount, isAtDomain, newAccount } from '#contract/identity.ts'
import type { Database } from '#server/database/connect.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { errorSchemas } from '#server/http/errors.ts'
import type { EmbeddedIdentity } from '#server/identity/identity.ts'
import { passwordIssue } from '#server/identity/passwords.ts'
import { onlyAtDomain } from '#server/identity/staff.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'

/** Accounts for colleagues. An account gives access only after `POST /api/users`. */
export const accountRoutes: EmbeddedFeature = async (app, { config, database, site, identity }) => {
  const { domain } = config.company

  app.post(
    '/identity/accounts',
    {
      config: { access: 'manage', activity: 'step' },
      schema: {
        summary: 'Create an account for a colleague',
        description:
          'The account gives no access until `POST /api/users` is called with its uid. An account without access is replaced.',
        body: newAccount,
        response: { 201: createdAccount, ...errorSchemas(409) },
      },
    },
    async ({ body }, reply) => {
      if (!isAtDomain(body.email, domain)) throw onlyAtDomain(domain)
      const issue = await passwordIssue(body.password, body, (await site.now()).company)
      if (issue) throw invalid('password', issue)
      await removeLeftOver({ database, identity }, body.email)
      return reply.code(201).send({ uid: await identity.createAccount(body) })
    },
  )

  app.delete(
    '/identity/accounts/:uid',
    {
      config: { access: 'manage', activity: 'step' },
      schema: {
        summary: 'Delete an account that belongs to no user',
        params: z.object({ uid: z.string() }),
        response: { 200: doneBody, ...errorSchemas(409) },
      },
    },
    async ({ params: { uid } }) => {
      if (!(await identity.findAccount(uid))) throw notFound('Account not found')
      if (await isStaff(database, uid))
        throw new HttpError(409, 'This account belongs to a user. Delete the user instead.')
      await identity.removeAccount(uid)
      return { message: 'Account removed' }
    },
  )
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

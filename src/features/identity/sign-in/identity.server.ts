import { doneBody } from '#contract/fields.ts'
import { identityKind } from '#contract/identity.ts'
import { type Database, nowIn } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Identity } from '#server/identity/identity.ts'
import { asOfEnds } from '#server/security/signed-tokens.ts'
import { deviceRoutes } from '../devices/devices.server.ts'
import { accountRoutes } from '../ground/accounts.shared.server.ts'
import { passkeyRoutes } from '../passkeys/passkeys.server.ts'
import { passwordRoutes } from '../passwords/passwords.server.ts'
import { providerSignInRoutes } from '../providers/provider-sign-in.server.ts'
import { secondFactorRoutes } from '../second-factor/second-factor.server.ts'
import { confirmIdentityRoutes } from '../session/confirm-identity.server.ts'
import { sessionRoutes } from './sessions.server.ts'

/** Sign-in for staff. With Firebase, its SDK in the browser replaces the calls of the embedded identity. */
export const identityRoutes = feature('Identity', async (app, options) => {
  const { config, database, identity } = options
  const provider = config.identity.kind === 'embedded' ? config.identity.provider?.name : undefined

  route(app, 'GET /identity', {
    access: 'public',
    summary: 'Get the settings for signing in',
    answer: identityKind,
    handler: async () => {
      const { domain } = config.company
      const { settings } = identity
      if (settings.kind === 'firebase') return { domain, ...settings }
      return { domain, ...settings, canMail: config.mail.smtpUrl !== undefined, provider }
    },
  })

  route(app, 'POST /identity/sign-out-everywhere', {
    access: 'account',
    activity: 'always',
    act: 'Sign out everywhere',
    summary: 'End all sessions of the caller, including this one',
    answer: doneBody,
    handler: async (request, reply) => {
      reply.header('set-cookie', asOfEnds(config))
      await endSignIns(database, identity, staffOf(request).uid)
      return { message: 'Signed out everywhere' }
    },
  })

  if (identity.kind !== 'embedded') return
  const embedded = { ...options, identity }
  const routes = [
    ...[sessionRoutes, providerSignInRoutes, confirmIdentityRoutes, deviceRoutes],
    ...[accountRoutes, passwordRoutes, secondFactorRoutes, passkeyRoutes],
  ]
  for (const plugin of routes) await app.register(plugin, embedded)
})

/** Ends every session of an account. With Firebase, tokens of earlier sign-ins are refused from now on. */
async function endSignIns(database: Database, identity: Identity, uid: string): Promise<void> {
  if (identity.kind === 'embedded') return identity.signOutEverywhere(uid)
  await database.db
    .updateTable('users')
    .set({ signedOutAt: nowIn(database.db) })
    .where('firebaseUid', '=', uid)
    .execute()
}

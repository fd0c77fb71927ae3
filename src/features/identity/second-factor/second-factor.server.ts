import { doneBody } from '#contract/fields.ts'
import { newSecondFactor, recoveryCodes, secondFactorCode, secondFactorState } from '#contract/identity.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import type { EmbeddedFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { queueOwnNotice } from '../ground/account-notices.shared.server.ts'
import { ownCheck } from '../session/confirm-identity.server.ts'

export const secondFactorRoutes: EmbeddedFeature = async (app, { database, site, identity }) => {
  const { secondFactor } = identity
  const check = ownCheck({ database, identity })

  route(app, 'GET /identity/second-factor', {
    access: 'account',
    summary: 'Whether the caller uses two-factor authentication with an authenticator app',
    answer: secondFactorState,
    handler: async (request) => {
      const { uid } = staffOf(request)
      return { on: await secondFactor.isOn(uid), recoveryCodes: await secondFactor.countCodes(uid) }
    },
  })

  route(app, 'POST /identity/second-factor', {
    access: 'account',
    setsUpSecondFactor: true,
    confirm: true,
    activity: 'step',
    summary: 'Start two-factor authentication: a secret for an authenticator app',
    description: 'It is on once `POST /api/identity/second-factor/confirm` has accepted a code.',
    answer: { 201: newSecondFactor },
    errors: [409],
    handler: async (request) => {
      const { uid, email } = staffOf(request)
      const { company } = await site.now()
      const begun = await secondFactor.begin(uid, { issuer: company.brand, label: email })
      return { ...begun, qr: await drawQr(begun.uri) }
    },
  })

  route(app, 'POST /identity/second-factor/confirm', {
    access: 'account',
    setsUpSecondFactor: true,
    activity: 'always',
    act: 'Turn on their two-factor authentication',
    summary: 'Turn on two-factor authentication with a code from the authenticator app',
    description: 'The answer has the recovery codes, each of which replaces one code once. They cannot be read again.',
    input: secondFactorCode,
    answer: recoveryCodes,
    errors: [409],
    handler: async (request) => {
      const staff = staffOf(request)
      let codes: string[] | null = null
      await check(request, 'code', async () => {
        codes = await secondFactor.confirm(staff.uid, request.body.code)
        return codes !== null
      })
      // The codes are shown only now.
      await afterCommit(request.log, 'The session is not marked as one with two-factor authentication', () =>
        identity.noteFactor(bearerToken(request) ?? '', 'code'),
      )
      return { recoveryCodes: codes ?? [] }
    },
  })

  route(app, 'POST /identity/second-factor/disable', {
    access: 'account',
    confirm: true,
    activity: 'always',
    act: 'Turn off their two-factor authentication',
    summary: 'Turn off two-factor authentication',
    answer: doneBody,
    handler: async (request) => {
      const staff = staffOf(request)
      await secondFactor.remove(staff.uid, (trx) => queueOwnNotice(trx, staff.uid, { event: 'codesRemoved' }))
      await afterCommit(request.log, 'The sessions are still marked as those with two-factor authentication', () =>
        identity.noteFactorRemoved(staff.uid),
      )
      return { message: 'Two-factor authentication is off' }
    },
  })
}

async function drawQr(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}

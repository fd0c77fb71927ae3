import type { FastifyRequest } from 'fastify'
import { originOf } from '#server/activity/refusals.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import type { Origin } from '#server/identity/sessions.ts'
import { rememberDevice } from '#server/identity/sign-in-throttle.ts'
import type { Composer } from '#server/mail/composer.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { day } from '#server/security/counters.ts'
import { networksOf } from '#server/security/networks.ts'
import { type AccountContext, accountComposer } from './account-mail.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account, its payload the origin of the sign-in. */
    newDevice: true
  }
}

/** The act of a sign-in from a new device in the activity log. */
export const newDeviceSignIn = 'Signed in from a new device'

/**
 * Notifies the owner of an account by mail of a sign-in from a new device, except the first one.
 * @param secret the browser's secret for sign-ins; without it a device is identified by its name and network
 * @param told whether they know of it already
 * @returns whether the device is new
 */
export async function noticeNewDevice(
  { database, mailService }: Pick<AppContext, 'database' | 'mailService'>,
  request: FastifyRequest,
  { uid, secret, told }: { uid: string; secret: string | undefined; told: boolean },
): Promise<boolean> {
  const from = originOf(request)
  const place = `${from.device} ${networksOf(request.ip).host}`
  try {
    const isNew = await database.transaction(async (trx) => {
      const fresh = await rememberDevice(trx, uid, secret ?? place, [place])
      if (fresh && !told)
        await queueDelivery(trx, 'newDevice', { subjectId: uid, payload: JSON.stringify({ ...from, at: now() }) })
      return fresh
    })
    if (isNew) mailService.wake()
    return isNew
  } catch (error) {
    // A full disk must not lock anyone out.
    logFailure(request.log, error, 'A new device could not be noted')
    return false
  }
}

const now = () => new Date().toISOString()

/** The message about a sign-in from a new device. */
export const newDeviceComposer = (context: AccountContext): Composer =>
  accountComposer(context, day, async ({ person, site: { company, publicUrl, timeZone } }, { payload = '{}' }) => {
    const { device, address, at = now() }: Origin & { at?: string } = JSON.parse(payload)
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'long' })
    const rendered = await context.render('newDevice', {
      company,
      name: person.name,
      device: device ?? 'an unknown device',
      address: address ?? 'unknown',
      at: format.format(new Date(at)),
      profileUrl: `${publicUrl}/#/admin/profile`,
    })
    return { subject: `A new sign-in to ${company.brand}`, ...rendered }
  })

import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { deviceSession, newDevices } from '#contract/identity.ts'
import { momentInWords } from '#contract/zoned-format.ts'
import { activity } from '#server/activity/activity.table.ts'
import { originOf } from '#server/activity/log-calls.ts'
import { nowIn, timeIn } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext, EmbeddedFeature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Origin } from '#server/identity/sessions.ts'
import { rememberDevice } from '#server/identity/sign-in-throttle.ts'
import { bearerToken } from '#server/identity/token-callers.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import { networksOf } from '#server/security/networks.ts'
import { toAccount } from '../ground/account-mail.shared.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the account. */
    newDevice: Origin & { at: string }
  }
}

/** The act of a sign-in from a new device in the activity log. */
export const newDeviceSignIn = 'Signed in from a new device'

/** How long the back office shows a sign-in from a new device, in milliseconds. */
const toldFor = 7 * day

export const deviceRoutes: EmbeddedFeature = async (app, { database, identity, mailService }) => {
  route(app, 'GET /identity/sessions', {
    access: 'account',
    summary: 'List the sessions of the caller, the last used first',
    answer: z.array(deviceSession),
    handler: async (request) => {
      const sessions = await identity.listSessions(staffOf(request).uid, bearerToken(request) ?? '')
      return sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt, current }) => ({
        _id: id,
        device: userAgent,
        address: ipAddress,
        startedAt: createdAt,
        // The calling session is in use now; the stored time is exact to the hour.
        lastUsedAt: current ? nowIn(database.db) : updatedAt,
        current,
      }))
    },
  })

  route(app, 'DELETE /identity/sessions/:session', {
    access: 'account',
    activity: 'always',
    act: 'Sign out a device',
    summary: 'End a session of the caller',
    answer: doneBody,
    handler: async (request) => {
      const ended = await identity.endSession(staffOf(request).uid, request.params.session)
      if (!ended) throw notFound('This device is already signed out.')
      return { message: 'The device is signed out' }
    },
  })

  route(app, 'POST /identity/sign-out-others', {
    access: 'account',
    activity: 'always',
    act: 'Sign out all other devices',
    summary: 'End all sessions of the caller but this one',
    answer: doneBody,
    handler: async (request) => {
      await identity.endOtherSessions(staffOf(request).uid, bearerToken(request) ?? '')
      return { message: 'All other devices are signed out' }
    },
  })

  route(app, 'GET /identity/new-devices', {
    access: 'account',
    summary: 'List sign-ins of the caller from new devices, for sites without a mail server',
    answer: newDevices,
    handler: async (request) => {
      if (mailService.kind === 'smtp') return []
      const rows = await database.db
        .selectFrom('activity')
        .select(['at', 'device', 'address'])
        .where('byId', '=', staffOf(request).id)
        .where('kind', '=', 'sign-in')
        .where('what', '=', newDeviceSignIn)
        .where('at', '>', new Date(timeIn(database.db) - toldFor).toISOString())
        .orderBy('id', 'desc')
        .limit(5)
        .execute()
      return rows.map((row) => activity.decode(row))
    },
  })
}

/**
 * Notifies the owner of an account by mail of a sign-in from a new device, except the first one.
 * @param secret the browser's secret for sign-ins; without it a device is identified by its name and network
 * @param told whether they know of it already
 * @returns whether the device is new
 */
export async function noticeNewDevice(
  { database }: Pick<AppContext, 'database'>,
  request: FastifyRequest,
  { uid, secret, told }: { uid: string; secret: string | undefined; told: boolean },
): Promise<boolean> {
  const from = originOf(request)
  const place = `${from.device} ${networksOf(request.ip).host}`
  try {
    return await database.transaction(async (trx) => {
      const fresh = await rememberDevice(trx, uid, secret ?? place, [place])
      if (fresh && !told)
        await queueDelivery(trx, 'newDevice', { subjectId: uid, payload: { ...from, at: nowIn(trx) } })
      return fresh
    })
  } catch (error) {
    // A full disk must not lock anyone out.
    logFailure(request.log, error, 'A new device could not be noted')
    return false
  }
}

export const newDevice = toAccount<'newDevice'>(day, async ({ person, site, render }, { payload }) => {
  const { company, publicUrl, timeZone } = site
  const { device = 'an unknown device', address, at } = payload
  const time = momentInWords(at, timeZone)
  const rendered = await render('AccountMessage', {
    company,
    name: person.name,
    title: 'New sign-in to your account',
    preheader: `${device}, on ${time}.`,
    paragraphs: [
      `Someone signed in to your account from ${device} (${address}) on ${time}.`,
      'If it was you, there is nothing to do. If it wasn’t you, change your password right away: this signs out all devices.',
    ],
    button: 'My profile',
    url: `${publicUrl}/#/admin/profile`,
  })
  return { subject: `New sign-in to ${company.brand}`, ...rendered }
})

import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { deviceSession, newDevices } from '#contract/identity.ts'
import { activity } from '#server/activity/activity.table.ts'
import { bearerToken, staffOf } from '#server/identity/access.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import type { EmbeddedFeature } from './embedded-feature.server.ts'
import { newDeviceSignIn } from './new-devices.server.ts'

/** How long the back office shows a sign-in from a new device, in milliseconds. */
const toldFor = 7 * day

/** The devices on which the caller is signed in. */
export const deviceRoutes: EmbeddedFeature = async (app, { database, identity, mailService }) => {
  app.get(
    '/identity/sessions',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List the sessions of the caller, the last used first',
        response: { 200: z.array(deviceSession) },
      },
    },
    async (request) => {
      const sessions = await identity.listSessions(staffOf(request).uid, bearerToken(request) ?? '')
      return sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt, current }) => ({
        _id: id,
        device: userAgent,
        address: ipAddress,
        startedAt: createdAt,
        // The calling session is in use now; the stored time is exact to the hour.
        lastUsedAt: current ? new Date().toISOString() : updatedAt,
        current,
      }))
    },
  )

  app.delete(
    '/identity/sessions/:session',
    {
      config: { access: 'staff', activity: 'always', act: 'Sign out a device' },
      schema: {
        summary: 'End a session of the caller',
        params: z.object({ session: z.string() }),
        response: { 200: doneBody },
      },
    },
    async (request) => {
      const ended = await identity.endSession(staffOf(request).uid, request.params.session)
      if (!ended) throw notFound('This device is signed out already.')
      return { message: 'The device is signed out' }
    },
  )

  app.post(
    '/identity/sign-out-others',
    {
      config: { access: 'staff', activity: 'always', act: 'Sign out all other devices' },
      schema: { summary: 'End all sessions of the caller but this one', response: { 200: doneBody } },
    },
    async (request) => {
      await identity.endOtherSessions(staffOf(request).uid, bearerToken(request) ?? '')
      return { message: 'All other devices are signed out' }
    },
  )

  app.get(
    '/identity/new-devices',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List sign-ins of the caller from new devices, for sites without a mail server',
        response: { 200: newDevices },
      },
    },
    async (request) => {
      if (mailService.kind === 'smtp') return []
      const rows = await database.db
        .selectFrom('activity')
        .select(['at', 'device', 'address'])
        .where('byId', '=', staffOf(request).id)
        .where('kind', '=', 'sign-in')
        .where('what', '=', newDeviceSignIn)
        .where('at', '>', new Date(Date.now() - toldFor).toISOString())
        .orderBy('id', 'desc')
        .limit(5)
        .execute()
      return rows.map((row) => activity.decode(row))
    },
  )
}

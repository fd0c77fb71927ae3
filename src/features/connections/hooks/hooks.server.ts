import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import { nowIn } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { queueEvents } from '#server/hooks/emit.ts'
import { eventBody } from '#server/hooks/event-body.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { requireConfirmation, staffOf } from '#server/identity/access.ts'
import { noteDue } from '#server/mail/queue.ts'
import { firstAttempt } from '#server/mail/test-message.ts'
import { asConflict, expectedVersion, ifMatch } from '#server/record/versions.ts'
import { disconnectSignal, HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { addHook, changeHook, checkHook, endPause, noHook, removeHook, rotateSecret } from './hook-changes.server.ts'
import { deliveriesIn, describeEvent, readHooks, toDelivery } from './hook-reads.server.ts'
import {
  deliveryQuery,
  hook,
  hookDelivery,
  hookEvent,
  hookInput,
  hookSecret,
  hookTest,
  hostOf,
  newHook,
} from './hooks.contract.ts'

/** How long the call for a test waits for the answer of the receiver, in milliseconds. */
const testPatience = 12_000

const confirmed = 'It sends what happens here to another program, so the caller must have confirmed who they are.'

export const hookRoutes = feature('Webhooks', async (app, { config, database, hookEvents, mailService }) => {
  const { db } = database
  const find = async (id: string) => (await readHooks(db, database.clock(), id))[0]
  const expectHook = async (id: string) => {
    const found = await find(id)
    if (!found) throw noHook()
    return found
  }
  const name = (request: FastifyRequest, { url }: { url: string }) => nameRecord(request, hostOf(url))

  const findDelivery = async (hookId: string, id: string) => {
    const row = await deliveriesIn(db)
      .where('hookDeliveries.id', '=', id)
      .where('hookId', '=', hookId)
      .executeTakeFirst()
    return row && toDelivery(row)
  }

  route(app, 'GET /hooks', {
    access: 'manage',
    summary: 'List the webhooks',
    description: 'Without their secrets, which are shown once.',
    answer: z.array(hook),
    handler: () => readHooks(db, database.clock()),
  })

  route(app, 'GET /hooks/events', {
    access: 'manage',
    summary: 'List the events that webhooks can be told of',
    description: 'Each with the JSON Schema of its data and an example.',
    answer: z.array(hookEvent),
    handler: async () => hookEvents.map(describeEvent),
  })

  route(app, 'POST /hooks', {
    access: 'manage',
    confirm: true,
    summary: 'Add a webhook',
    description: `The answer has its secret, which signs each event as Standard Webhooks define; no later answer has it. ${confirmed}`,
    input: hookInput,
    answer: { 201: newHook },
    errors: [409],
    handler: async (request) => {
      await checkHook({ config, db, events: hookEvents }, request.body)
      const added = await database.transaction((trx) => addHook(trx, request.body, staffOf(request).name))
      name(request, added)
      return { ...(await expectHook(added.id)), secret: added.secret }
    },
  })

  route(app, 'PUT /hooks/:id', {
    access: 'manage',
    summary: 'Change a webhook',
    description:
      'Optional fields that are left out stay. Switching it off skips what waits for it. Another address, and `personal`, need a confirmation as a new webhook does.',
    headers: ifMatch,
    input: hookInput,
    answer: hook,
    handler: async (request) => {
      const { id } = request.params
      const stored = await expectHook(id)
      if (request.body.url !== stored.url || (request.body.personal && !stored.personal)) requireConfirmation(request)
      await checkHook({ config, db, events: hookEvents }, request.body)
      const by = staffOf(request).name
      const expected = expectedVersion(request)
      await database
        .transaction((trx) => changeHook(trx, id, request.body, { by, expected }))
        .catch(asConflict(() => find(id)))
      const changed = await expectHook(id)
      name(request, changed)
      return changed
    },
  })

  route(app, 'DELETE /hooks/:id', {
    access: 'manage',
    summary: 'Delete a webhook, with its log and what waits for it',
    answer: doneBody,
    handler: async (request) => {
      const stored = await expectHook(request.params.id)
      await database.transaction((trx) => removeHook(trx, stored._id))
      name(request, stored)
      return { message: 'Webhook deleted' }
    },
  })

  route(app, 'POST /hooks/:id/secret', {
    access: 'manage',
    confirm: true,
    act: 'Replace the secret of a webhook',
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours each event has the signatures of both. A secret before the former ends at once.',
    answer: hookSecret,
    handler: async (request) => {
      const { url, ...rotated } = await database.transaction((trx) =>
        rotateSecret(trx, request.params.id, staffOf(request).name),
      )
      name(request, { url })
      return rotated
    },
  })

  route(app, 'POST /hooks/:id/test', {
    access: 'manage',
    act: 'Test a webhook',
    summary: 'Send an example of an event to a webhook',
    description:
      'By default the first of its events. The body says that it is a test. It is sent once, also if the webhook is off; the answer waits for that of the receiver, for a few seconds.',
    input: hookTest,
    answer: hookDelivery,
    handler: async (request, reply) => {
      const { id: hookId } = request.params
      const stored = await expectHook(hookId)
      const wanted = request.body.event ?? stored.events[0]
      const kind = hookEvents.find((one) => one.name === wanted)
      if (!kind) throw invalid('event', 'There is no such event')
      const id = randomUUIDv7()
      await database.transaction(async (trx) => {
        await trx
          .selectFrom('hooks')
          .select('id')
          .where('id', '=', hookId)
          .forKeyShare()
          .executeTakeFirstOrThrow(noHook)
        const at = nowIn(trx)
        const body = eventBody(kind, { data: kind.example, at, test: true }, stored)
        await queueEvents(trx, [{ id, hookId, event: kind.name, body, recordId: undefined, test: true, at }])
      })
      name(request, stored)
      const patience = [disconnectSignal(reply), mailService.stopping, AbortSignal.timeout(testPatience)]
      await firstAttempt(database, id, AbortSignal.any(patience))
      const delivery = await findDelivery(hookId, id)
      if (!delivery) throw noHook()
      return delivery
    },
  })

  route(app, 'GET /hooks/:id/deliveries', {
    access: 'manage',
    summary: 'List what was sent to a webhook in the last 30 days, newest first',
    description: 'The header `X-Total-Count` has the number of all.',
    query: deliveryQuery,
    answer: z.array(hookDelivery),
    handler: async ({ params: { id }, query }, reply) => {
      await expectHook(id)
      const list = deliveriesIn(db).where('hookId', '=', id).orderBy('at', 'desc').orderBy('hookDeliveries.id', 'desc')
      return (await paginate(reply, { page: 1, ...query }, list)).map(toDelivery)
    },
  })

  route(app, 'POST /hooks/:id/deliveries/:delivery/send', {
    access: 'manage',
    act: 'Send an event to a webhook again',
    summary: 'Send an event to a webhook again, with the same id',
    description: 'Not while it waits or the webhook is off.',
    answer: { 202: hookDelivery },
    errors: [409],
    handler: async (request) => {
      const { id, delivery } = request.params
      const stored = await expectHook(id)
      if (!(await findDelivery(id, delivery))) throw notFound('This event does not exist')
      if (!stored.active) throw new HttpError(409, 'The webhook is off. Turn it on first.')
      await database.transaction(async (trx) => {
        const again = await trx
          .updateTable('deliveries')
          .set({ state: 'waiting', attempts: 0, reason: null, settledAt: null, dueAt: nowIn(trx) })
          .where('id', '=', delivery)
          .where('state', 'in', ['sent', 'skipped', 'failed'])
          .returning('id')
          .executeTakeFirst()
        if (!again) throw new HttpError(409, 'This event is waiting to be sent already.')
        await endPause(trx, id)
        noteDue(trx)
      })
      name(request, stored)
      const sent = await findDelivery(id, delivery)
      if (!sent) throw notFound('This event does not exist')
      return sent
    },
  })
})

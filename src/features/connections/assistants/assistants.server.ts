import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { assistantPermissions, may } from '#contract/roles.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { writeTokenUses } from '#server/identity/token-uses.ts'
import { tokens } from '#server/identity/tokens.table.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { mcpAddress } from './addresses.server.ts'
import { assistantSetup, connectedAssistant } from './assistants.contract.ts'
import { isOn } from './authorization.server.ts'

/** The assistants that staff have connected. */
export const assistantRoutes = feature('Assistants', async (app, context) => {
  const { config, database } = context

  route(app, 'GET /assistants', {
    access: 'staff',
    session: true,
    summary: 'List the connected assistants, the newest first',
    description:
      'Those of the caller; owners see those of all. `permissions` are those that an assistant has now, limited by the role of the person. While assistants are switched off, all are `paused`.',
    answer: z.array(connectedAssistant),
    handler: async (request) => {
      const staff = staffOf(request)
      const paused = !(await isOn(context))
      await writeTokenUses({ database }).catch((error) => logFailure(app.log, error))
      const rows = await database.db
        .selectFrom('tokens')
        .innerJoin('users', 'users.id', 'tokens.userId')
        .select(tokens.select())
        .select(['users.name as person', 'users.role'])
        .where('kind', '=', 'assistant')
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', database.now())
        .$if(!may(staff, 'manage'), (query) => query.where('userId', '=', staff.id))
        .orderBy('tokens.createdAt', 'desc')
        .orderBy('tokens.id', 'desc')
        .execute()
      return rows.map(({ person, role, ...row }) => {
        const { id, name, host = '', userId, permissions, createdAt, lastUsedAt } = tokens.decode(row)
        return {
          _id: id,
          name,
          host,
          person: { _id: userId, name: person },
          permissions: assistantPermissions.filter((one) => may({ role, granted: permissions }, one)),
          connectedAt: createdAt,
          ...(lastUsedAt !== undefined && { lastUsedAt }),
          paused,
        }
      })
    },
  })

  route(app, 'GET /assistants/setup', {
    access: 'staff',
    session: true,
    summary: 'Get the address that assistants need, and whether they are switched on',
    answer: assistantSetup,
    handler: async () => ({ on: await isOn(context), address: mcpAddress(config) }),
  })

  route(app, 'DELETE /assistants/:id', {
    access: 'staff',
    session: true,
    act: 'Disconnect an assistant',
    summary: 'Disconnect an assistant',
    description: 'One of the caller; an owner can disconnect any. Its secrets stop working at once.',
    answer: doneBody,
    handler: async (request) => {
      const staff = staffOf(request)
      await database.transaction(async (trx) => {
        const ended = await trx
          .deleteFrom('tokens')
          .where('id', '=', request.params.id)
          .where('kind', '=', 'assistant')
          .$if(!may(staff, 'manage'), (query) => query.where('userId', '=', staff.id))
          .returning('name')
          .executeTakeFirst()
        if (!ended) throw notFound('This assistant was disconnected already.')
        noteRecord(trx, { entity: 'tokens', recordId: request.params.id, named: ended })
      })
      return { message: 'The assistant is disconnected' }
    },
  })
})

import * as z from 'zod/mini'
import { doneBody, recordId } from '#contract/fields.ts'
import { isAtDomain } from '#contract/identity.ts'
import { staffListQuery } from '#contract/lists.ts'
import { may } from '#contract/roles.ts'
import { contains } from '#server/database/dialect.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import type { Stored } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { asksForAll, paginate, sendWholeList } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { requireConfirmation, staffOf } from '#server/identity/access.ts'
import { onlyAtDomain } from '#server/identity/accounts.ts'
import { countConnections } from '#server/identity/tokens.ts'
import { defineEntity } from '#server/record/entity.ts'
import { isAddress, type PersonalData } from '#server/record/personal-data.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { invitationRoutes } from './invitations.server.ts'
import { profileRoutes } from './profile.server.ts'
import { addUser, changeUser, deleteUser, toUser } from './user-writes.server.ts'
import { newUser, user, userChange } from './users.contract.ts'
import { users } from './users.table.ts'

export const userEntity = defineEntity(users, {
  label: 'User',
  // No export has accounts.
  people: async () => [],
  foundBy: ['name', 'email'],
  access: { read: 'staff', write: 'manage' },
})

const requestsQuery = z.object({ requestsTo: z.optional(recordId('requestsTo')) })

export const userRoutes = feature('Users', async (app, options) => {
  const { config, database, identity } = options
  const { domain } = config.company
  await app.register(profileRoutes, options)
  if (identity.kind === 'embedded') await app.register(invitationRoutes, { ...options, identity })

  route(app, 'GET /users', {
    access: 'staff',
    session: true,
    summary: 'List the users, newest first',
    description:
      '`search` looks in name and email address; `status` is `active` or `inactive`. With any parameter, the header `X-Total-Count` says how many match.',
    query: staffListQuery,
    answer: z.array(user),
    handler: async (request, reply) => {
      const { query } = request
      const isEmbedded = identity.kind === 'embedded'
      const invited = isEmbedded ? await identity.listInvited() : undefined
      const mayManage = may(staffOf(request), 'manage')
      const connected = mayManage ? await countConnections(database.db) : undefined
      const protectedUids = isEmbedded && mayManage ? await identity.listWithSecondFactor() : undefined
      const toItem = (row: Stored<typeof users>) => {
        const item = toUser(users.decode(row))
        const uid = item.firebaseUid ?? ''
        const connections = connected?.get(item._id)
        return { ...item, secondFactor: protectedUids?.has(uid), invitedUntil: invited?.get(uid), connections }
      }
      let found = database.db.selectFrom('users').select(users.select())
      if (query.search?.trim())
        found = found.where(contains(database, ['users.name', 'users.email'], query.search.trim()))
      const { status } = query
      if (status)
        found = found.where((account) =>
          status === 'active' || status === 'inactive'
            ? account('active', '=', status === 'active')
            : account.lit(false),
        )
      if (asksForAll(query)) return sendWholeList(reply, found, ['users.createdAt', 'users.id'], { item: user, toItem })
      const rows = await paginate(reply, query, found.orderBy('createdAt', 'desc').orderBy('id', 'desc'))
      return rows.map(toItem)
    },
  })

  route(app, 'POST /users', {
    access: 'manage',
    act: 'Create a user',
    summary: 'Give an account access',
    input: newUser,
    answer: { 201: user },
    errors: [409],
    handler: async ({ body }) => {
      if (!isAtDomain(body.email, domain)) throw onlyAtDomain(domain)
      if (identity.kind === 'embedded') {
        const account = await identity.findAccount(body.firebaseUid)
        if (!account) throw invalid('firebaseUid', 'There is no account with this uid')
        if (account.email !== body.email.toLowerCase()) throw invalid('email', 'The account has another email address')
      }
      return addUser(database, body)
    },
  })

  route(app, 'PUT /users/:id', {
    access: 'manage',
    act: 'Change a user',
    summary: 'Change the name and the access of a user',
    description:
      'Deactivating a user ends their sessions at once. `requestsTo` is the id of the colleague who then gets their pending contact requests, or ' +
      '`none`; without it they keep them. Callers cannot deactivate themselves or the last active user. A role that may do ' +
      'more is given only by a caller who has confirmed who they are (`POST /api/identity/confirm`) in the last ten minutes.',
    query: requestsQuery,
    input: userChange,
    answer: user,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const mayRaise = () => requireConfirmation(request)
      const options = { requestsTo: request.query.requestsTo, beforeRaise: mayRaise }
      const changed = await changeUser(database, id, request.body, staffOf(request), options)
      if (!changed.active && changed.firebaseUid && identity.kind === 'embedded')
        await identity.signOutEverywhere(changed.firebaseUid)
      return changed
    },
  })

  route(app, 'DELETE /users/:id', {
    access: 'manage',
    summary: 'Delete a user',
    description:
      'Their posts remain, with their name. Callers cannot delete themselves or the last active user. `requestsTo` is the id of the colleague ' +
      'who gets their pending contact requests, with one message; without it these have no owner.',
    query: requestsQuery,
    answer: doneBody,
    errors: [409],
    handler: async (request) => {
      const { firebaseUid } = await deleteUser(database, request.params.id, staffOf(request), request.query.requestsTo)
      // A left-over account gives no access, and is removed when its person is invited again.
      if (firebaseUid && identity.kind === 'embedded')
        await afterCommit(request.log, 'The account of a deleted user is left over', () =>
          identity.removeAccount(firebaseUid),
        )
      return { message: 'User deleted successfully' }
    },
  })
})

/** The accounts of colleagues. An erasure is refused for their addresses, so nothing is erased here. */
export const userPersonalData: PersonalData = {
  tables: ['users'],
  async read(db, email) {
    const rows = await db.selectFrom('users').selectAll().where(isAddress('email', email)).execute()
    return rows.map((row) => {
      const { firebaseUid: _, ...user } = users.decode(row)
      const { name, role, active, createdAt } = user
      return {
        at: createdAt,
        kind: 'account',
        title: name,
        name,
        facts: [
          { name: 'Role', value: role },
          { name: 'Active', value: active ? 'Yes' : 'No' },
        ],
        record: { ...user },
      }
    })
  },
  erase: async () => [],
  addresses: async (db) =>
    (await db.selectFrom('users').select('email').execute()).map(({ email }) => email.toLowerCase()),
}

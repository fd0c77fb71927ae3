import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { staffListQuery } from '#contract/lists.ts'
import { type Grantable, grantable, grantables, may, type Role } from '#contract/roles.ts'
import { dayInWords } from '#contract/zoned-format.ts'
import { queueOwnNotice } from '#features/identity/ground/account-notices.shared.server.ts'
import { noteRecord } from '#server/activity/activity.ts'
import { type Db, type Transaction, timeIn } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { countAffected } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { paginate } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Caller } from '#server/identity/accounts.ts'
import { writeTokenUses } from '#server/identity/token-uses.ts'
import { tokens } from '#server/identity/tokens.table.ts'
import { addSecret, addToken, type FoundToken } from '#server/identity/tokens.ts'
import type { Retention } from '#server/record/retention.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import {
  countedDays,
  madeToken,
  mostDays,
  mostTokens,
  newToken,
  type TokenItem,
  tokenItem,
  usualDays,
} from './tokens.contract.ts'

/** Tokens with which programs call in the name of a member of staff. */
export const tokenRoutes = feature('Tokens', async (app, { config, database }) => {
  const firstDay = () => dayIn(config.timeZone)(database.clock() - (countedDays - 1) * day)

  route(app, 'GET /tokens', {
    access: 'staff',
    session: true,
    summary: 'List the tokens of programs, newest first',
    description: `The own ones; for owners those of everyone. \`search\` looks in the names of tokens and people. The header \`X-Total-Count\` says how many match. \`calls\` are those of the last ${countedDays} days. Expired tokens, and those that ended with the access of their person, stay in the list for ${endedDays} days.`,
    query: staffListQuery,
    answer: z.array(tokenItem),
    handler: async (request, reply) => {
      const [staff, { search }] = [staffOf(request), request.query]
      await writeTokenUses({ database }).catch((error) => logFailure(app.log, error))
      const found = tokenRows(database.db, firstDay())
        .$if(!may(staff, 'manage'), (own) => own.where('tokens.userId', '=', staff.id))
        .orderBy('tokens.createdAt', 'desc')
        .orderBy('tokens.id', 'desc')
        .$if(Boolean(search?.trim()), (named) =>
          named.where(contains(database, ['tokens.name', 'users.name'], search?.trim() ?? '')),
        )
      const rows = await paginate(reply, request.query, found)
      return rows.map(({ ownerName, role, calls, ...row }) =>
        toItem(database.db, tokens.decode(row), { ownerName, role, calls: Number(calls ?? 0) }),
      )
    },
  })

  route(app, 'POST /tokens', {
    access: 'staff',
    confirm: true,
    act: 'Make a token',
    summary: 'Make a token for a program, which calls in your name',
    description: `Send it as \`Authorization: Bearer atr_…\`. The answer has it as \`token\`; it cannot be read again. Of \`permissions\`, which are \`["staff"]\` if left out, it has those that your role has at each call. \`expiresAt\` is in ${usualDays} days if left out, and at most a year away; with null the token never expires.`,
    input: newToken,
    answer: { 201: madeToken },
    errors: [409],
    handler: async (request) => {
      const staff = staffOf(request)
      const { name, expiresAt } = request.body
      const permissions = grantables.filter((one) => request.body.permissions.includes(one))
      expectOwn(staff, permissions)
      return database.transaction(async (trx) => {
        await expectRoom(trx, staff.id)
        const end = endOf(trx, expiresAt)
        const given = { kind: 'program' as const, userId: staff.id, name, permissions, expiresAt: end }
        const token = await addToken(trx, given)
        const secret = await addSecret(trx, token.id, 'atr_')
        noteRecord(trx, { entity: 'tokens', recordId: token.id, named: { name } })
        await queueOwnNotice(trx, staff.uid, {
          event: 'tokenMade',
          name,
          may: permissions.map((one) => grantable[one].label),
          ...(end && { until: dayInWords(end, config.timeZone) }),
        })
        return { ...toItem(trx, token, { ownerName: staff.name, role: staff.role, calls: 0 }), token: secret }
      })
    },
  })

  route(app, 'DELETE /tokens/:id', {
    access: 'staff',
    session: true,
    act: 'Delete a token',
    summary: 'Delete a token, which ends at once',
    description: 'Owners can delete those of everyone.',
    answer: doneBody,
    handler: async (request) => {
      const staff = staffOf(request)
      await database.transaction(async (trx) => {
        const deleted = await trx
          .deleteFrom('tokens')
          .where('id', '=', request.params.id)
          .where('kind', '=', 'program')
          .$if(!may(staff, 'manage'), (own) => own.where('userId', '=', staff.id))
          .returning('name')
          .executeTakeFirst()
        if (!deleted) throw notFound('This token was deleted already.')
        noteRecord(trx, { entity: 'tokens', recordId: request.params.id, named: deleted })
      })
      return { message: 'The token is deleted' }
    },
  })
})

const tokenRows = (db: Db, since: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .selectAll('tokens')
    .select(['users.name as ownerName', 'users.role'])
    .select(({ selectFrom }) =>
      selectFrom('tokenUses')
        .select(({ fn }) => fn.sum<number>('count').as('calls'))
        .whereRef('tokenId', '=', 'tokens.id')
        .where('day', '>=', since)
        .as('calls'),
    )
    .where('tokens.kind', '=', 'program')

function toItem(
  db: Db,
  { id, userId, permissions, kind: _, ...shown }: FoundToken,
  { ownerName, role, calls }: { ownerName: string; role: Role; calls: number },
): TokenItem {
  const isOver = shown.expiresAt !== undefined && Date.parse(shown.expiresAt) <= timeIn(db)
  return {
    _id: id,
    ...shown,
    permissions,
    lost: permissions.filter((one) => !may(role, one)),
    owner: { _id: userId, name: ownerName },
    state: shown.endedAt ? 'ended' : isOver ? 'expired' : 'active',
    calls,
  }
}

/** @throws HttpError 422 for permissions that the role of the caller does not have */
function expectOwn(staff: Caller, permissions: Grantable[]): void {
  const others = permissions.filter((one) => !may(staff, one)).map((one) => `“${grantable[one].label}”`)
  if (others.length > 0)
    throw invalid('permissions', `Your role (${staff.role}) does not have ${others.join(' and ')}. Leave it out.`)
}

/** The end of a new token by the clock of the database. @throws HttpError 422 for one that is over, or more than a year away */
function endOf(db: Db, expiresAt: string | null | undefined): FoundToken['expiresAt'] {
  const now = timeIn(db)
  if (expiresAt === null) return undefined
  if (expiresAt === undefined) return new Date(now + usualDays * day).toISOString()
  const left = Date.parse(expiresAt) - now
  if (left <= 0) throw invalid('expiresAt', 'Choose a time in the future')
  if (left > mostDays * day) throw invalid('expiresAt', 'Choose a time within a year')
  return expiresAt
}

/** @throws HttpError 409 when the person has as many tokens as possible */
async function expectRoom(trx: Transaction, userId: string): Promise<void> {
  // Locked, so that two calls at once are counted one after the other.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  const { count } = await trx
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('kind', '=', 'program')
    .executeTakeFirstOrThrow()
  if (count >= mostTokens)
    throw new HttpError(409, `You have ${mostTokens} tokens, which is the most. Delete those that nothing uses.`)
}

/** How long tokens that have expired or ended are shown, in days. */
const endedDays = 30

export const tokenRetentions: Retention[] = [
  {
    name: 'Calls of tokens by day',
    keep: { days: countedDays },
    erase: ({ database: { db } }, { day: before }) =>
      countAffected(db.deleteFrom('tokenUses').where('day', '<', before)),
  },
  {
    name: 'Tokens that have ended',
    keep: { days: endedDays },
    erase: ({ database: { db } }, { time }) =>
      countAffected(
        db.deleteFrom('tokens').where(({ or, eb }) => or([eb('expiresAt', '<', time), eb('endedAt', '<', time)])),
      ),
  },
]

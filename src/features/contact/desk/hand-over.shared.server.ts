import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { invalid } from '#server/runtime/http-error.ts'
import { handOverAnswer, handOverInput, type OwnerChoice, ownerChoice } from '../ground/desk.contract.ts'
import { isPresentRequest } from '../ground/events.shared.server.ts'
import { isOf } from '../inbox/request-list.server.ts'
import { changeDesk, requireOwner } from './desk-changes.server.ts'
import { type Assignment, tellOwners } from './desk-mail.server.ts'
import { readStaffNames } from './timeline.server.ts'

/** Whose requests go to whom; without a new owner, nobody has them. `ids` are those of some requests; `field` is the one of the call with the new owner. */
type HandOver = { from: string; to: string | null; field: string; ids?: string[] | undefined }

/**
 * Gives the open requests of a colleague, who may have left, to another one, who gets one message about them.
 * @returns their ids, and the name of the new owner
 * @throws HttpError 422 at `field` for a new owner who may not answer requests
 */
export async function handOver(
  trx: Transaction,
  { from, to, field, ids }: HandOver,
  actor: Pick<Staff, 'id' | 'name'>,
): Promise<{ ids: string[]; name: string | undefined }> {
  if (to === from) throw invalid(field, 'Choose someone else')
  const name = to === null ? undefined : await requireOwner(trx, to, field)
  const open = await trx
    .selectFrom('contactRequests')
    .select('id')
    .where(isPresentRequest)
    .where('status', '=', 'pending')
    .where((eb) => isOf(eb, from))
    .$if(ids !== undefined, (all) => all.where(isOneOf(trx, 'contactRequests.id', ids ?? [])))
    .orderBy('id')
    .execute()
  const given: Assignment[] = []
  for (const { id } of open) {
    const changed = await changeDesk(trx, id, { ownerId: to ?? undefined }, actor)
    if (changed?.given) given.push(changed.given)
  }
  const changed = open.map(({ id }) => id)
  const update = trx.updateTable('contactRequests')
  // Those that were joined to them too, for the time when they are separated; and nobody has those of a former colleague, who is no longer named.
  await update
    .set({ ownerId: to, formerOwnerId: null })
    .where(({ or }) => or(['id', 'matterId'].map((column) => isOneOf(trx, `contactRequests.${column}`, changed))))
    .where((eb) => isOf(eb, from))
    .execute()
  await tellOwners(trx, given, actor)
  return { ids: changed, name }
}

/** Who owns requests or may own them, by name, and then those who have left, with the number of their open requests. */
async function readOwners({ db }: Database): Promise<OwnerChoice[]> {
  const counts = await db
    .selectFrom('contactRequests')
    .select(({ fn }) => [
      fn.coalesce('ownerId', 'formerOwnerId').as('ownerId'),
      fn.count<number>('id').filterWhere('status', '=', 'pending').as('open'),
    ])
    .where(isPresentRequest)
    .where(({ or, eb }) => or([eb('ownerId', 'is not', null), eb('formerOwnerId', 'is not', null)]))
    .groupBy(({ fn }) => fn.coalesce('ownerId', 'formerOwnerId'))
    .execute()
  const open = new Map(counts.map((row) => [row.ownerId, row.open]))
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'active', 'role'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const former = await db.selectFrom('formerStaff').select(['id', 'name']).orderBy('name').orderBy('id').execute()
  const toChoice = ({ id, name }: { id: string; name: string }) => ({ _id: id, name, open: open.get(id) ?? 0 })
  return [
    ...users.filter(({ id, active, role }) => open.has(id) || (active && may(role, 'writeContacts'))).map(toChoice),
    ...former.filter(({ id }) => open.has(id)).map((one) => ({ ...toChoice(one), former: true })),
  ]
}

export const handOverRoutes = feature('Contact', async (app, { database }) => {
  route(app, 'GET /contact/owners', {
    access: 'readContacts',
    summary: 'List the owners of contact requests',
    description:
      'Colleagues who may own requests or still do, by name, and former ones whose requests nobody has taken since. `open` counts the pending requests.',
    answer: z.array(ownerChoice),
    handler: async () => readOwners(database),
  })

  route(app, 'POST /contact/hand-over', {
    access: 'writeContacts',
    act: 'Reassign requests',
    summary: 'Reassign the pending contact requests of a colleague',
    description:
      'In one transaction: all, or those of `ids` that are theirs. `from` may have left; with null as `to`, nobody has them. The new owner gets one message that lists them, unless they are the caller. The answer has the ids of the requests.',
    input: handOverInput,
    answer: handOverAnswer,
    handler: async (request) => {
      const { from, to, ids } = request.body
      const done = await database.transaction(async (trx) => {
        const done = await handOver(trx, { from, to, ids, field: 'to' }, staffOf(request))
        const names = await readStaffNames(trx, [from])
        const giver = names.get(from) ?? 'a former colleague'
        nameRecord(request, `${done.ids.length} of ${giver}, ${done.name ? `to ${done.name}` : 'to nobody'}`)
        return done
      })
      return { given: done.ids.length, ids: done.ids }
    },
  })
})

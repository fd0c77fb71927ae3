import { nameRecord } from '#server/activity/log-calls.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import { removeFromSearch } from '#server/database/search.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { asConflict, expectedVersion, ifMatch } from '#server/record/versions.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { contactJoins, contactRequests, type MatterValues, type StoredRequest } from '../ground/contact.table.ts'
import { contactDetail, joinInput, separateInput } from '../ground/desk.contract.ts'
import { findMatter, findRequest, lockRequest, unknownRequest, updateTurn } from '../ground/events.shared.server.ts'
import { indexRequests } from '../ground/index-requests.server.ts'
import { moveAnswerDraft } from './answer-drafts.server.ts'
import { readChanged } from './desk-changes.server.ts'
import { readDetail } from './timeline.server.ts'

type Join = Row<typeof contactJoins>

const fields = ['status', 'ownerId', 'followUpOn', 'answerTo'] as const

const valuesOf = ({ status, ownerId, followUpOn, answerTo }: MatterValues): MatterValues => ({
  status,
  ...(ownerId !== undefined && { ownerId }),
  ...(followUpOn !== undefined && { followUpOn }),
  ...(answerTo !== undefined && { answerTo }),
})

/** What becomes of the values of a request when another one is joined to it: what is open stays open, and nothing is lost that only one has. */
function combine(parent: MatterValues, child: MatterValues): MatterValues {
  const days = [parent.followUpOn, child.followUpOn].filter((day) => day !== undefined).sort()
  return valuesOf({
    status: child.status === 'pending' ? 'pending' : parent.status,
    ownerId: parent.ownerId ?? child.ownerId,
    followUpOn: days[0],
    answerTo: parent.answerTo ?? child.answerTo,
  })
}

/**
 * The joins of requests to one of these, and to those that were joined to them before, the oldest first. Other transactions change them only while
 * they have locked the request of the matter.
 */
async function joinsOf(db: Db, matterId: string): Promise<Join[]> {
  const rows = await db
    .selectFrom('contactJoins')
    .innerJoin('contactRequests', 'contactRequests.id', 'contactJoins.childId')
    .selectAll('contactJoins')
    .where('matterId', '=', matterId)
    .orderBy('at')
    .orderBy('childId')
    .execute()
  return rows.map((row) => contactJoins.decode(row))
}

/** A request with all that were joined to it, in some steps. */
function withJoined(joins: Join[], id: string): string[] {
  return [id, ...joins.filter(({ parentId }) => parentId === id).flatMap(({ childId }) => withJoined(joins, childId))]
}

type Actor = Pick<Staff, 'id' | 'name' | 'via'>
type Versions = { version: number | undefined; otherVersion: number | undefined }

/**
 * Joins a request, with those that were joined to it, to another one of the same address, which has the events of all from now on.
 * @returns the subjects of both
 * @throws HttpError 404, 409 for spam, 422 for a request of another address or one that is joined already
 */
async function join(trx: Transaction, id: string, otherId: string, actor: Actor, versions: Versions) {
  const [here, there] = [await findMatter(trx, id), await findMatter(trx, otherId)]
  if (!here) throw unknownRequest()
  if (!there) throw invalid('other', 'This request does not exist')
  if (here.id === there.id) throw invalid('other', 'This is the same request')
  if (here.email.toLowerCase() !== there.email.toLowerCase())
    throw invalid('other', 'Only requests from the same address can be joined')
  const versionOf = (one: string) => (one === here.id ? versions.version : versions.otherVersion)
  const locked = new Map<string, StoredRequest>()
  // In the order of their ids, so that two such calls do not wait for each other.
  for (const one of [here.id, there.id].sort()) locked.set(one, await lockRequest(trx, one, versionOf(one)))
  const [parent, child] = [locked.get(here.id), locked.get(there.id)] as [StoredRequest, StoredRequest]
  if (parent.status === 'spam' || child.status === 'spam')
    throw new HttpError(409, 'This is marked as spam. Reopen it first.', undefined, { code: 'spam' })
  const [before, after] = [valuesOf(parent), combine(parent, child)]
  const made = {
    childId: child.id,
    parentId: parent.id,
    at: nowIn(trx),
    by: signedAs(actor),
    byId: actor.id,
    before,
    after,
  }
  await trx.insertInto('contactJoins').values(contactJoins.encode(made)).execute()
  await trx
    .updateTable('contactRequests')
    .set((row) => ({ matterId: parent.id, version: row('version', '+', 1) }))
    .where(({ or, eb }) => or([eb('id', '=', child.id), eb('matterId', '=', child.id)]))
    .execute()
  await trx
    .updateTable('contactEvents')
    .set(({ fn }) => ({ contactId: parent.id, originId: fn.coalesce('originId', 'contactId') }))
    .where('contactId', '=', child.id)
    .execute()
  await moveAnswerDraft(trx, child.id, parent.id)
  await updateTurn(trx, parent.id, { ...emptied, ...after })
  await removeFromSearch(trx, contactRequests.name, child.id)
  await indexRequests(trx, [parent.id])
  return { subject: parent.subject, other: child.subject }
}

const emptied = { ownerId: undefined, followUpOn: undefined, answerTo: undefined }

/**
 * Separates a request from the one to which it was joined, with the events that are its own and those that were joined to it before. Both have the
 * values again that they had, except for those that somebody has changed since.
 * @param id the request, or the one to which it was joined
 * @param otherId the request, if `id` is the other one; by default the last that was joined
 * @throws HttpError 404 for requests that are not joined
 */
async function separate(trx: Transaction, id: string, otherId: string | undefined, version: number | undefined) {
  const found = await findMatter(trx, id)
  if (!found) throw unknownRequest()
  const matter = await lockRequest(trx, found.id, version)
  const joins = await joinsOf(trx, matter.id)
  const childId = otherId ?? (id === matter.id ? joins.at(-1)?.childId : id)
  const undone = joins.find((one) => one.childId === childId)
  const child = undone && (await findRequest(trx, undone.childId))
  if (!undone || !child) throw notFound('These requests are not joined.')
  const own = withJoined(joins, child.id)
  await trx.deleteFrom('contactJoins').where('childId', '=', child.id).execute()
  for (const one of own)
    await updateRow(trx, contactRequests, one, { matterId: one === child.id ? undefined : child.id })
  await trx
    .updateTable('contactEvents')
    .set({ contactId: child.id })
    .where('contactId', '=', matter.id)
    .where('originId', 'in', own)
    .execute()
  await trx.updateTable('contactEvents').set({ originId: null }).where('originId', '=', child.id).execute()
  const parent = undone.parentId === matter.id ? matter : await findRequest(trx, undone.parentId)
  const values = parent && (await valuesWithout(trx, parent, undone, joins))
  if (parent && parent.id !== matter.id) await updateRow(trx, contactRequests, parent.id, { ...emptied, ...values })
  await updateTurn(trx, matter.id, parent?.id === matter.id ? { ...emptied, ...values } : {})
  await updateTurn(trx, child.id)
  await indexRequests(trx, [matter.id, child.id])
  return { subject: matter.subject, other: child.subject }
}

/** The values of a request without one that was joined to it. Its other joins are noted as if that one had never been there. */
async function valuesWithout(
  trx: Transaction,
  parent: StoredRequest,
  undone: Join,
  joins: Join[],
): Promise<MatterValues> {
  const all = joins.filter(({ parentId }) => parentId === parent.id)
  let values = all[0]?.before ?? valuesOf(parent)
  for (const one of all.filter(({ childId }) => childId !== undone.childId)) {
    const child = await findRequest(trx, one.childId)
    const [before, after] = [values, combine(values, child ?? values)]
    await trx
      .updateTable('contactJoins')
      .set(contactJoins.encode({ before, after }))
      .where('childId', '=', one.childId)
      .execute()
    values = after
  }
  const given = all.at(-1)?.after ?? valuesOf(parent)
  const restored = Object.fromEntries(
    fields.map((name) => [name, parent[name] === given[name] ? values[name] : parent[name]]),
  ) as MatterValues
  const { ownerId, answerTo } = restored
  const owner = ownerId && (await trx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst())
  // An erased address leaves a word in its place.
  const address = answerTo?.includes('@') ? answerTo : undefined
  return valuesOf({ ...restored, ownerId: owner ? ownerId : undefined, answerTo: address })
}

export const joinRoutes = feature('Contact', async (app, { database, site, mailService }) => {
  const explain = (id: string) =>
    asConflict(async () => {
      const matter = await findMatter(database.db, id)
      return matter && readChanged({ database, site }, matter.id)
    })
  const named = ({ subject, other }: { subject: string; other: string }) =>
    subject === other ? `two about “${subject}”` : `“${subject}” and “${other}”`

  route(app, 'POST /contact/:id/join', {
    access: 'writeContacts',
    act: 'Join contact requests',
    summary: 'Join another request of the same address to a contact request',
    description:
      'They are one from then on: one timeline, owner, status and follow-up, one line in lists and one in figures. Replies by email to either arrive there, and the id of either names it. With `If-Match: "<version>"` and `otherVersion`, the call is refused with 409 when a stored version is another one.',
    headers: ifMatch,
    input: joinInput,
    answer: contactDetail,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const { other, otherVersion } = request.body
      const versions = { version: expectedVersion(request), otherVersion }
      const joined = await database
        .transaction((trx) => join(trx, id, other, staffOf(request), versions))
        .catch(explain(id))
      nameRecord(request, named(joined))
      return readDetail({ database, site }, id, { me: staffOf(request), mail: mailService.kind })
    },
  })

  route(app, 'POST /contact/:id/join/undo', {
    access: 'writeContacts',
    act: 'Separate contact requests',
    summary: 'Separate a contact request that was joined',
    description:
      '`other` is the request to separate, by default the one of the path if it was joined, else the last that was joined to it. Messages that have come in since go to the request that they answer; what somebody has changed since stays.',
    headers: ifMatch,
    input: separateInput,
    answer: contactDetail,
    errors: [409],
    handler: async (request) => {
      const { id } = request.params
      const version = expectedVersion(request)
      const separated = await database
        .transaction((trx) => separate(trx, id, request.body?.other, version))
        .catch(explain(id))
      nameRecord(request, named(separated))
      return readDetail({ database, site }, id, { me: staffOf(request), mail: mailService.kind })
    },
  })
})

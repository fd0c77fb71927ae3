import { bulkAnswer, type Named } from '#contract/bulk.ts'
import { bulkActs, noteRecord } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { restoreFromTrash } from '#server/record/trash.ts'
import { explainConflict } from '#server/record/versions.ts'
import { changeInBulk } from '#server/resource/bulk-route.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { contactBulk } from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { lockRequest, moveRequestToTrash, setStatus } from '../ground/events.shared.server.ts'
import { type Changed, changeDesk, type Given, readChanged, tellOwners } from './desk-changes.server.ts'

/** The call that changes, deletes or restores many requests. */
export const contactBulkRoutes = feature('Contact', async (app, parts) => {
  route(app, 'POST /contact/bulk', {
    access: 'writeContacts',
    act: 'Change several contact requests',
    summary: 'Change the status, the owner or the day to follow up of several contact requests, delete or restore them',
    description:
      'Runs in one transaction. A request whose `version` differs from the one sent is not changed, and the answer says why. `owner` takes `ownerId`, and `followUp` a day as `followUpOn`; null takes them away.',
    input: contactBulk,
    answer: bulkAnswer,
    handler: async (request) => {
      const { action, records, ownerId, followUpOn } = request.body
      const by = staffOf(request)
      const given: Given[] = []
      const change = async (trx: Transaction, { _id, version }: Named) => {
        const note = (done?: (typeof bulkActs)['delete' | 'restore']) =>
          noteRecord(trx, { entity: contactRequests.name, recordId: _id, ...done })
        if (action === 'restore') {
          const restored = await restoreFromTrash(trx, contactRequests, _id)
          if (!restored) throw notFound('This is no longer in the trash.')
          note(bulkActs.restore)
          return { _id, version: restored.version }
        }
        if (action === 'delete') {
          await lockRequest(trx, _id, version)
          await moveRequestToTrash(trx, _id, by)
          note(bulkActs.delete)
          return { _id }
        }
        const changed: Changed | undefined =
          action === 'owner' || action === 'followUp'
            ? await changeDesk(trx, _id, action === 'owner' ? { ownerId } : { followUpOn }, by, version)
            : await setStatus(trx, _id, action, by, version)
        if (!changed) return undefined
        if (changed.given) given.push(changed.given)
        note()
        return { _id, version: changed.version }
      }
      const explain = (error: unknown, id: string) => explainConflict(error, () => readChanged(parts, id))
      const transact = (work: (trx: Transaction) => Promise<Named[]>) =>
        parts.database.transaction(async (trx) => {
          given.length = 0
          const changed = await work(trx)
          await tellOwners(trx, given, by)
          return changed
        })
      return changeInBulk(records, transact, change, explain)
    },
  })
})

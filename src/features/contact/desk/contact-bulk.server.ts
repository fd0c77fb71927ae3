import { type BulkAnswer, bulkAnswer } from '#contract/bulk.ts'
import { bulkActs, noteRecord } from '#server/activity/activity.ts'
import type { Transaction } from '#server/database/connect.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { restoreFromTrash } from '#server/record/trash.ts'
import { explainConflict } from '#server/record/versions.ts'
import { changeInBulk } from '#server/resource/bulk-route.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { contactBulk } from '../ground/contact.contract.ts'
import { contactRequests } from '../ground/contact.table.ts'
import { lockRequest, moveRequestToTrash, setStatus } from '../ground/events.shared.server.ts'
import { changeDesk, type Given, readChanged, tellOwners } from './desk-changes.server.ts'

/** The call that changes, deletes or restores many requests. */
export const contactBulkRoutes = feature('Contact', async (app, parts) => {
  app.post(
    '/contact/bulk',
    {
      config: { access: 'writeContacts', act: 'Change several contact requests' },
      schema: {
        summary:
          'Change the status, the owner or the day to follow up of several contact requests, delete or restore them',
        description:
          'Runs in one transaction. A request whose `version` differs from the one sent is not changed, and the answer says why. `owner` takes `ownerId`, and `followUp` a day as `followUpOn`; null takes them away.',
        body: contactBulk,
        response: { 200: bulkAnswer },
      },
    },
    async (request) => {
      const { action, records, ownerId, followUpOn } = request.body
      const given: Given[] = []
      const change = async (trx: Transaction, { _id, version }: (typeof records)[number]) => {
        const note = (done?: (typeof bulkActs)['delete' | 'restore']) =>
          noteRecord(trx, { entity: contactRequests.name, recordId: _id, ...done })
        if (action === 'restore') {
          const restored = await restoreFromTrash(trx, contactRequests, _id)
          if (!restored) throw notFound('This is no longer in the trash.')
          note(bulkActs.restore)
          return { _id, version: restored.version }
        }
        if (action === 'owner' || action === 'followUp') {
          const values = action === 'owner' ? { ownerId } : { followUpOn }
          const changed = await changeDesk(trx, _id, values, staffOf(request), version)
          if (changed === undefined) return undefined
          if (changed.given) given.push(changed.given)
          note()
          return { _id, version: changed.version }
        }
        const row = await lockRequest(trx, _id, version)
        if (action === 'delete') {
          await moveRequestToTrash(trx, _id, staffOf(request))
          note(bulkActs.delete)
          return { _id }
        }
        if (!(await setStatus(trx, _id, action, staffOf(request)))) return undefined
        note()
        return { _id, version: row.version + 1 }
      }
      const explain = (error: unknown, id: string) => explainConflict(error, () => readChanged(parts, id))
      const transact = (work: (trx: Transaction) => Promise<BulkAnswer['changed']>) =>
        parts.database.transaction(async (trx) => {
          given.length = 0
          const changed = await work(trx)
          await tellOwners(trx, given, staffOf(request))
          return changed
        })
      return changeInBulk(records, transact, change, explain)
    },
  )
})

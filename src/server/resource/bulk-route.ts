import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { bulkAnswer, bulkInput } from '#contract/bulk.ts'
import { bulkActs } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { deleteHistoryOfGone, noteRemoval } from '#server/record/revisions.ts'
import { restoreFromTrash } from '#server/record/trash.ts'
import { lockRow } from '#server/record/versions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { changeInBulk } from './bulk.ts'
import { setFlags } from './flags.ts'
import type { AnyResource, resourceStore } from './resource.ts'

type Store = Pick<ReturnType<typeof resourceStore>, 'explain'>
type Columns = Record<string, unknown>

const named = z.object({ _id: z.string(), version: z.optional(z.int()) })
type Named = z.infer<typeof named>

/** The call that sets flags of many records, deletes them, or restores deleted ones. */
export function bulkRoute(app: FastifyInstance, database: Database, resource: AnyResource, store: Store): void {
  const { path, tag, label, table, bulk } = resource
  if (!bulk) return

  app.post(
    `${path}/bulk`,
    {
      config: { access: 'writeContent', act: `Change several records of the kind ${label.toLowerCase()}` },
      schema: {
        tags: [tag],
        summary: 'Change, delete or restore several records',
        description:
          'Runs in one transaction. A record whose `version` differs from the one sent is not changed, and the answer says why.',
        body: bulkInput([...Object.keys(bulk), 'delete', ...(hasTrash(table) ? ['restore'] : [])], named),
        response: { 200: bulkAnswer },
      },
    },
    async (request: FastifyRequest) => {
      const { action, records } = request.body as { action: string; records: Named[] }
      const by = staffOf(request)
      const flags = bulk[action] as Columns | undefined
      const columns = flags && (await prepare(flags, records))
      const change = async (trx: Transaction, { _id: id, version }: Named) => {
        if (action === 'restore') {
          if (!(await restoreFromTrash(trx, table, id))) throw notFound('This is no longer in the trash.')
          await noteRemoval(trx, { table, id }, bulkActs.restore)
        } else {
          const row = await lockRow(trx, table, id, version, Object.keys(flags ?? {}))
          if (!row) throw notFound(`${label} not found`)
          if (!flags) {
            await remove(trx, id, by)
            return { _id: id, version: row.version }
          }
          if (Object.keys(flags).every((name) => row[name] === flags[name])) return undefined
          const set = columns?.get(id) ?? flags
          if (set instanceof HttpError) throw set
          await setFlags(trx, resource, id, set, by)
        }
        return { _id: id, version: await versionOf(trx, id) }
      }
      return changeInBulk(records, (work) => changeContent(database, work), change, store.explain)
    },
  )

  async function remove(trx: Transaction, id: string, by: Staff): Promise<void> {
    await noteRemoval(trx, { table, id }, bulkActs.delete)
    await resource.remove?.(trx, id, by)
    await deleteHistoryOfGone(trx, { table, id })
  }

  /** The columns to set for each record, or the reason why they cannot be set. Slow work runs before the transaction. */
  async function prepare(flags: Columns, records: Named[]): Promise<Map<string, Columns | HttpError>> {
    const prepared = new Map<string, Columns | HttpError>()
    for (const { _id } of records)
      prepared.set(
        _id,
        await prepareOne(_id, flags).catch((error) => {
          if (error instanceof HttpError) return error
          throw error
        }),
      )
    return prepared
  }

  const prepareOne = async (id: string, flags: Columns) => ({ ...((await resource.flagColumns?.(id, flags)) ?? flags) })

  const versionOf = async (trx: Transaction, id: string) => {
    const row = await anyTable(trx).selectFrom(table.name).select('version').where('id', '=', id).executeTakeFirst()
    return row?.version
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { bulkAnswer, bulkInput } from '#contract/bulk.ts'
import { bulkActs } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { staffOf } from '#server/identity/access.ts'
import { noteRemoval, removeRecord, restoreFromTrash } from '#server/record/trash.ts'
import type { LockedRow } from '#server/record/versions.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { changeInBulk } from './bulk.ts'
import { type AnyResource, type AnyStore, setFlags } from './resource.ts'

type Columns = Record<string, unknown>

const named = z.object({ _id: z.string(), version: z.optional(z.int()) })
type Named = z.infer<typeof named>

/** The call that sets flags of many records, deletes them, or restores deleted ones. */
export function bulkRoute(app: FastifyInstance, database: Database, resource: AnyResource, store: AnyStore): void {
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
          const row = await restoreFromTrash(trx, table, id)
          if (!row) throw notFound('This is no longer in the trash.')
          noteRemoval(trx, { table, id }, row, bulkActs.restore)
          return { _id: id, version: row.version }
        }
        if (!flags) {
          const removal = { version, done: bulkActs.delete, first: resource.beforeRemoval }
          return answer(await removeRecord(trx, { table, id }, by, removal))
        }
        const columnsFor = (row: Columns) => {
          if (Object.keys(flags).every((name) => row[name] === flags[name])) return undefined
          const set = columns?.get(id) ?? flags
          if (set instanceof HttpError) throw set
          return set
        }
        const changed = await setFlags(trx, resource, id, by, columnsFor, version)
        return changed && changed.before === changed.after ? undefined : answer(changed?.after)
      }
      return changeInBulk(records, (work) => changeContent(database, work), change, store.explain)
    },
  )

  function answer(row: LockedRow | undefined) {
    if (!row) throw notFound(`${label} not found`)
    return { _id: row.id, version: row.version }
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
}

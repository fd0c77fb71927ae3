import { sql } from 'kysely'
import { inSentence, withArticle } from '#contract/labels.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { entityOf } from './entity.ts'

export const recordDeleted = eventKind({
  name: 'record.deleted',
  label: 'A record is deleted',
  group: 'Content',
  data: told.object(
    {
      _id: told.text('The id of the record.'),
      entity: told.text('The kind of record, as calls and the trash name it: `blogs`.'),
      label: told.text('The kind of record in words: `Blog post`.'),
      name: maybe(told.text('Its title or name. Missing for records about people.')),
      by: told.text('The name of the colleague.'),
      deletedAt: told.time('When it was deleted.'),
      adminUrl: told.address(
        'The trash, from which it can be restored for 30 days, or the back office for a kind without it.',
      ),
    },
    'A record of any kind goes to the trash, or is deleted where its kind has none. The end of its days in the trash, the erasure of a person, and the undo of an import are no event.',
  ),
  example: {
    _id: '01938f39-2b6d-7e81-8f04-9a1c7d5e3b26',
    entity: 'blogs',
    label: 'Blog post',
    name: 'Notes from last year',
    by: 'Priya Nair',
    deletedAt: '2027-02-06T06:10:00.000Z',
    adminUrl: 'https://www.example.com/#/admin/trash',
  },
  line: ({ by, label, name }) => `${by} deleted ${name ? `the ${inSentence(label)} “${name}”` : withArticle(label)}`,
  link: 'adminUrl',
})

/** Tells that a record is deleted, in the transaction that deletes it, while its row is there. */
export const tellDeleted = (trx: Transaction, table: Table, id: string, by: { name: string }): Promise<void> =>
  emitAll(trx, recordDeleted, async () => {
    const entity = entityOf(table)
    if (!entity) return []
    const { label, access, nameColumn, fullName = sql.ref<string>(nameColumn) } = entity
    const row = await anyTable(trx)
      .selectFrom(table.name)
      .select(fullName.as('name'))
      .where('id', '=', id)
      .executeTakeFirst()
    const name = access.read === 'staff' ? row?.['name'] : undefined
    const data = {
      ...{ _id: id, entity: table.name, label, by: by.name, deletedAt: nowIn(trx) },
      ...(name && { name: String(name) }),
      adminUrl: adminPath(hasTrash(table) ? 'trash' : ''),
    }
    // It names no person, so it stays in the log when the record goes for good.
    return [{ data }]
  })

import { sql } from 'kysely'
import type { TrashedRecord } from '#contract/fields.ts'
import { may } from '#contract/roles.ts'
import { addressOf, hasTrash } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Entity } from '#server/record/entity.ts'
import { isSeen, mayPublish } from '#server/record/publishing.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import { type TrashItem, type TrashKind, trashDays } from './trash.contract.ts'

/** A row of the list; `flag` is that of its kind. */
export type Trashed = TrashedRecord & { flag: unknown }

export const notThere = () => notFound('This is no longer in the trash.')

type Context = Pick<AppContext, 'database' | 'entities'>

export const withTrash = (entities: Entity[]) => entities.filter(({ table }) => hasTrash(table))

/** @throws HttpError 404 for an entity without a trash */
export function kindOf(entities: Entity[], name: string): Entity {
  const kind = withTrash(entities).find(({ table }) => table.name === name)
  if (!kind) throw notThere()
  return kind
}

const readable = ({ entities }: Context, staff: Staff) =>
  withTrash(entities).filter(({ access }) => may(staff, access.read))

export const trashKinds = (context: Context, staff: Staff): TrashKind[] =>
  readable(context, staff).map(({ table, plural }) => ({ entity: table.name, label: plural }))

/** All records in the trash that a role may see, the last deleted first. */
export function trashedRecords(context: Context, staff: Staff, entity?: string) {
  const { db } = context.database
  const [first, ...others] = readable(context, staff).map(
    ({ table, nameColumn, flag, fullName = sql.ref<string>(nameColumn) }) =>
      anyTable(db)
        .selectFrom(table.name)
        .select([sql.lit(table.name).as('entity'), 'id as _id', fullName.as('name'), 'deletedAt', 'deletedBy'])
        .select((flag ? sql.ref(flag) : sql`cast(null as boolean)`).as('flag'))
        .where('deletedAt', 'is not', null),
  )
  const all = others.reduce((union, next) => union.unionAll(next), first as NonNullable<typeof first>)
  return anyTable(db)
    .selectFrom(all.as('trash'))
    .selectAll()
    .$if(entity !== undefined, (of) => of.where('entity', '=', entity))
    .orderBy('deletedAt', 'desc')
    .orderBy('_id', 'desc')
}

export async function toTrashItem(
  { database, entities }: Context,
  staff: Staff,
  { flag, ...row }: Trashed,
): Promise<TrashItem> {
  const left = Date.parse(row.deletedAt) + trashDays * day - database.clock()
  const kind = kindOf(entities, row.entity)
  const { label, table, access } = kind
  const mayErase = mayPublish(staff, kind)
  const state = { id: row._id, ...(kind.flag && { [kind.flag]: Boolean(flag) }) }
  const mayChange = mayErase || (may(staff, access.write) && !(await isSeen(database.db, kind, state)))
  return {
    ...row,
    ...{ label, hasSlug: addressOf(table) !== undefined, mayChange, mayErase },
    deletedBy: row.deletedBy ?? undefined,
    daysLeft: Math.max(0, Math.ceil(left / day)),
  }
}

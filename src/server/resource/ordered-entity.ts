import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { activeFlag, auditFields, doneBody, optionalAuditFields, scheduleFields } from '#contract/fields.ts'
import { inSentence } from '#contract/labels.ts'
import { proposedMark } from '#contract/proposals.ts'
import { inReview } from '#contract/reviews.ts'
import { type Permission, toPublish } from '#contract/roles.ts'
import { changesWaiting, withWorkingCopy } from '#contract/unpublished.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { AnyRows } from '#server/database/long-reads.ts'
import { anyTable, setColumns } from '#server/database/rows.ts'
import type { OrderedTable, Row, Table } from '#server/database/table.ts'
import { type AppContext, type FeatureRoutes, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { defineEntity, type Entity, type EntityRules } from '#server/record/entity.ts'
import { proposalOf } from '#server/record/proposals.ts'
import { isInReview, toMarks } from '#server/record/reviews.ts'
import type { Versioned } from '#server/record/versions.ts'
import { hasCopy } from '#server/record/working-copies.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type AnyResource, withPublicId } from './resource.ts'
import { resourceRoutes } from './resource-routes.ts'
import { rowResource } from './row-resource.ts'

type OrderedCalls = {
  /** A record as the list shows it to everyone. Staff also get the audit fields and the schedule. */
  record: z.ZodMiniObject
  /** Further fields for staff. */
  staffOnly?: Record<string, z.ZodMiniType>
  /** The values that a form sends. */
  input: z.ZodMiniType<object>
  copies?: boolean
  acts?: AnyResource['acts']
  /** The values of a new record that the form leaves out, besides `active: true` and the last place. */
  initial?: object
  /** The fields that the list leaves out, because they are long. */
  notInList?: string[]
  /** The column that says whether the list has an active record for visitors too. */
  listedBy?: string
  /** The differences from an entity that is a single row. */
  differences?: (parts: AppContext) => Partial<Pick<AnyResource, Differing>>
}

type Differing = 'steps' | 'duplicate' | 'prepare' | 'notShown' | 'reads' | 'changes' | 'flagColumns'

type OrderedEntity = Entity & { routes: FeatureRoutes }

/**
 * Describes an entity whose records staff activate and put into order, and makes its calls: the list, and those of the staff. The list is
 * public, and changes to a live record can be saved as draft, unless `access` says that not all staff may read the records.
 * @param table made with `orderedTable`; the calls are at its name
 */
export function orderedEntity(table: OrderedTable, rules: EntityRules & OrderedCalls): OrderedEntity {
  const { record, staffOnly, input, copies, acts, initial, notInList, listedBy, differences, ...own } = rules
  const entity = defineEntity(table, {
    ...own,
    record: z.extend(record, { ...auditFields, ...scheduleFields, ...staffOnly }),
  })
  return { ...entity, routes: orderedRoutes(table, entity, rules) }
}

const orderedRoutes = (
  table: OrderedTable,
  { label, plural, nameColumn: nameField, access, publishing, reviewed }: Entity,
  { record, staffOnly, input, copies, acts = {}, initial, differences, ...list }: OrderedCalls,
): FeatureRoutes =>
  feature(plural, async (app, parts) => {
    const { database } = parts
    const { notInList = [], listedBy } = list
    const isPublic = access.read === 'staff'
    const short = Object.fromEntries(Object.entries(record.shape).filter(([name]) => !notInList.includes(name)))
    const listed = z.extend(z.object(short) as typeof record, {
      ...optionalAuditFields,
      ...scheduleFields,
      ...(isPublic && changesWaiting),
      ...(reviewed && inReview),
      ...proposedMark,
    })
    route(app, `GET /${table.name}`, {
      ...(isPublic ? { access: 'open', cache: 'content' } : { access: access.read }),
      summary: isPublic ? `The active ${table.name}, in their order` : `List the ${inSentence(plural)}, in their order`,
      ...(isPublic && {
        description: listedBy
          ? `Those with \`${listedBy}\`. Staff get all, the inactive ones too.`
          : 'Staff get the inactive ones too.',
      }),
      answer: z.array(listed),
      handler: async ({ staff }) => {
        const records = presentRows(database.db, table)
          .select((table as Table).select(notInList) as string[])
          .$if(staff !== null && isPublic, (all) => all.select(hasCopy(table).as('changesWaiting')))
          .$if(staff !== null && reviewed === true, (all) => all.select(isInReview(table).as('inReview')))
          .$if(staff !== null, (all) => all.select(proposalOf(table).as('proposed')))
          .$if(!staff, (all) => all.where(isLive(table, 'active', database.now(), database.today())))
          .$if(!staff && listedBy !== undefined, (all) => all.where(String(listedBy), '=', sql.lit(true)))
        const rows = await records.orderBy('order').orderBy('id').execute()
        return rows.map((row) => ({ ...toListItem(staff, table.decode(row) as Row<OrderedTable>), ...toMarks(row) }))
      },
    })

    reorderRoute(app, database, {
      table,
      path: `/${table.name}/reorder`,
      access: toPublish(access.write),
      what: inSentence(plural),
    })
    resourceRoutes(app, database, {
      path: `/${table.name}`,
      access,
      ...(publishing && { publishing }),
      label,
      input,
      record: z.extend(record, {
        ...auditFields,
        ...scheduleFields,
        ...staffOnly,
        ...(isPublic && withWorkingCopy),
      }),
      flags: activeFlag,
      acts,
      bulk: { publish: { active: true }, unpublish: { active: false } },
      ...(copies && { copy: { nameField, values: () => ({ active: false }) } }),
      ...rowResource(database, table, async (trx) => ({
        ...initial,
        active: true,
        order: await placeAtTheEnd(trx, table),
      })),
      ...(isPublic && { columnsOfDraft: (draft: object) => draft }),
      ...differences?.(parts),
    })
  })

/** The whole list with the new order of each record; other fields are ignored. */
const orderedList = z
  .array(z.object({ _id: z.string(), order: z.optional(z.number()) }))
  .check(z.maxLength(10_000, 'Too many at once'))
type OrderedList = z.infer<typeof orderedList>

type ReorderOptions = {
  table: Table
  path: string
  access: Permission
  /** The records that are in the order, in words and as a condition; all of the table without it. */
  what: string
  only?: (rows: AnyRows) => AnyRows
  /** The order of the first one. */
  first?: number
}

/**
 * The call with the whole list under the table's name, such as `PUT /products/reorder`. All rows get their new order, or none does. The records'
 * versions stay the same.
 */
export function reorderRoute(
  app: FastifyInstance,
  database: Database,
  { table, path, access, what, only = (rows) => rows, first = 0 }: ReorderOptions,
): void {
  route(app, `PUT ${path}`, {
    access,
    bodyLimit: 5 * 1024 * 1024,
    summary: `Reorder ${what}`,
    description:
      'The list must be complete: if a record is missing, unknown or listed twice, the answer is 409 and nothing changes.',
    input: z.object({ [table.name]: orderedList }),
    answer: doneBody,
    errors: [409],
    handler: async ({ body }) => {
      const ids = inOrder(body[table.name] ?? []).map(({ _id }) => _id)
      await changeContent(database, async (trx) => {
        const listed = only(presentRows(trx, table))
        const rows = await listed.select(['id', 'order']).orderBy('id').forUpdate().execute()
        const stored = new Map<string, number>(rows.map(({ id, order }) => [id, order]))
        const isWhole =
          ids.length === stored.size && new Set(ids).size === ids.length && ids.every((id) => stored.has(id))
        if (!isWhole) throw new HttpError(409, 'The list has changed in the meantime. Please load it again.')
        for (const [index, id] of ids.entries())
          if (stored.get(id) !== first + index) await setColumns(trx, table, id, { order: first + index })
      })
      return { message: 'The order is saved.' }
    },
  })
}

/** The order of a new record, after the last one of the list. */
async function placeAtTheEnd(trx: Transaction, table: Table): Promise<number> {
  const { last } = await anyTable(trx)
    .selectFrom(table.name)
    .select(({ fn }) => fn.max('order').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

/** Sorted by `order` when every record has one, otherwise as listed. */
const inOrder = (list: OrderedList) =>
  list.every(({ order }) => order !== undefined) ? list.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)) : list

/** A row in a list that visitors and staff both read. Only staff get the audit fields, which they need to update a version, and the schedule. */
function toListItem<R extends { id: string } & Versioned & Scheduled>(staff: Staff | null, row: R) {
  const { version, updatedAt, updatedBy, publishAt, unpublishAt, ...shown } = withPublicId(row)
  return staff ? { ...shown, version, updatedAt, updatedBy, publishAt, unpublishAt } : shown
}

type Scheduled = { publishAt?: string | undefined; unpublishAt?: string | undefined }

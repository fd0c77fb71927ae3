import * as z from 'zod/mini'
import { activeFlag, auditFields, optionalAuditFields, scheduleFields } from '#contract/fields.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { OrderedTable, Row } from '#server/database/table.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { defineEntity, type Entity, type EntityRules } from '#server/record/entity.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { placeAtTheEnd, reorderRoute } from './reorder-route.ts'
import type { AnyResource } from './resource.ts'
import { resourceRoutes } from './resource-routes.ts'
import { rowResource, toListItem } from './row-resource.ts'

type OrderedCalls = {
  /** A record as the list shows it to everyone. Staff also get the audit fields and the schedule. */
  record: z.ZodMiniObject
  /** Further fields for staff. */
  staffOnly?: Record<string, z.ZodMiniType>
  /** What a form sends. */
  input: z.ZodMiniType<object>
  /** Whether records can be copied. */
  copies?: boolean
  /** What a new record has where the form leaves it out, besides `active: true` and the last place. */
  initial?: object
  /** The column with the last day on which visitors see a record, YYYY-MM-DD in the company's time zone. */
  lastDay?: string
  /** What is different from an entity that is one row and no more. */
  differences?: Pick<AnyResource, 'duplicate'> & Partial<Pick<AnyResource, 'prepare' | 'changes'>>
}

type OrderedEntity = Entity & { routes: FeatureRoutes }

/**
 * Describes an entity whose records staff activate and put into order, and makes its calls: the public list, and what staff do with it.
 * @param table made with `orderedTable`; the calls are at its name
 */
export function orderedEntity(table: OrderedTable, rules: EntityRules & OrderedCalls): OrderedEntity {
  const { record, staffOnly, input, copies, initial, lastDay, differences, ...own } = rules
  const entity = defineEntity(table, own)
  return { ...entity, routes: orderedRoutes(table, entity, rules) }
}

const orderedRoutes =
  (
    table: OrderedTable,
    { label, plural: tag, nameColumn: nameField }: Entity,
    { record, staffOnly, input, copies, initial, lastDay, differences }: OrderedCalls,
  ): FeatureRoutes =>
  async (app, { config, database }) => {
    app.get(
      `/${table.name}`,
      {
        config: { access: 'open', cache: 'content' },
        schema: {
          tags: [tag],
          summary: `The active ${table.name}, in their order`,
          description: 'Staff get the inactive ones too.',
          response: { 200: z.array(z.extend(record, { ...optionalAuditFields, ...scheduleFields })) },
        },
      },
      async ({ staff }) => {
        const records = presentRows(database.db, table)
          .selectAll()
          .$if(!staff, (all) => all.where(isLive(table, 'active', database.now())))
          .$if(!staff && lastDay !== undefined, (all) =>
            all.where(String(lastDay), '>=', dayIn(config.timeZone)(database.now())),
          )
        const rows = await records.orderBy('order').orderBy('id').execute()
        return rows.map((row) => toListItem(staff, table.decode(row) as Row<OrderedTable>))
      },
    )

    reorderRoute(app, database, table, tag)
    resourceRoutes(app, database, {
      path: `/${table.name}`,
      tag,
      label,
      input,
      record: z.extend(record, { ...auditFields, ...scheduleFields, ...staffOnly }),
      flags: activeFlag,
      bulk: { publish: { active: true }, unpublish: { active: false } },
      ...(copies && { copy: { nameField, values: () => ({ active: false }) } }),
      ...rowResource(database, table, async (trx) => ({
        ...initial,
        active: true,
        order: await placeAtTheEnd(trx, table),
      })),
      ...differences,
    })
  }

import { entities } from '#app/entities.server.ts'
import { scheduleOf } from '#server/database/lifecycle.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'

/** Those whose records appear and end at a time. */
export const boundaries = [
  ...scheduleOf(siteSettings),
  ...entities.flatMap(({ table, boundaries = [] }) => [
    ...scheduleOf(table),
    ...(boundaries.length > 0 ? [{ table: table.name, columns: boundaries }] : []),
  ]),
]

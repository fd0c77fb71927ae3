import { optional, type Stored, table, text, time } from '#server/database/table.ts'

/**
 * The alarms that are on, and those that went off a short while ago. `text` is what was wrong at `seenAt`, the last time
 * that it was; `toldAt` is when the owners were told.
 */
export const alarms = table('alarms', {
  id: text(),
  text: text(),
  since: time(),
  seenAt: time(),
  toldAt: optional(time()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    alarms: Stored<typeof alarms>
  }
}

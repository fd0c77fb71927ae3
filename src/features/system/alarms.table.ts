import { optional, type Stored, table, text, time } from '#server/database/table.ts'

/** The alarms that are on or were lately. `text` is what was wrong at `seenAt`, the last time; `toldAt` is when the owners were told. */
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

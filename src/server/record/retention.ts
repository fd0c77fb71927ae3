import { writeActivity } from '#server/activity/activity.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import { overwriteDeleted } from '#server/database/overwrite.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import type { Log } from '#server/database/storage-errors.ts'
import { hour } from '#server/security/counters.ts'
import type { ConfigNow, SiteConfig } from '#server/site-config/site-config.ts'
import type { Entity } from './entity.ts'

/** How long something is kept. */
export type Term = { days: number } | { months: number }

export type RetentionParts = {
  config: Config
  database: Database
  entities: Entity[]
  site: Pick<SiteConfig, 'now'>
}

/** Data that is deleted for good once it is old. The nightly pass, System and the legal texts follow from it. */
export type Retention = {
  /** As System and the activity log show it: 'Resolved messages'. */
  name: string
  /** The term, or that which staff have chosen; undefined for no end. */
  keep: Term | ((settings: ConfigNow) => Term | undefined)
  /** Deletes what is older. @param before the end of the term: ISO 8601, and the day by the site's time. @returns how many */
  erase(parts: RetentionParts, before: { time: string; day: string }, log: Log): Promise<number>
  /** The legal texts have the term in place of this word in braces. */
  placeholder?: string
  /** The kind of record, for data of people: its deletion is in the activity log, and is overwritten. */
  entity?: string
}

/** A term that staff have chosen. */
export const chosenTerm = (unit: 'days' | 'months', value: unknown): Term | undefined =>
  Number(value) > 0 ? ({ [unit]: Number(value) } as Term) : undefined

const termOf = ({ keep }: Retention, settings: ConfigNow): Term | undefined =>
  typeof keep === 'function' ? keep(settings) : keep

/** Deletes what is older than its term. @returns how many */
export async function eraseOld(parts: RetentionParts, retention: Retention, log: Log): Promise<number> {
  const settings = await parts.site.now()
  const term = termOf(retention, settings)
  if (term === undefined) return 0
  const now = Temporal.Instant.fromEpochMilliseconds(parts.database.clock()).toZonedDateTimeISO(settings.timeZone)
  const before = now.subtract(term)
  const time = new Date(before.epochMilliseconds).toISOString()
  return retention.erase(parts, { time, day: before.toPlainDate().toString() }, log)
}

/** The stored value with the last deletion of each. */
const storedName = 'last deletions'
type LastDeletions = Record<string, { at: string; count: number }>

const readLast = async ({ db }: Database): Promise<LastDeletions> =>
  JSON.parse((await readStoredValue(db, storedName)) ?? '{}')

/** Deletes all that is older than its term, each night. */
export const deleteOldData: Job<RetentionParts & { retentions: Retention[] }> = {
  name: 'Delete old data',
  once: 'site',
  every: hour,
  at: 3,
  async work(parts, log) {
    const { database, retentions } = parts
    const last = await readLast(database)
    const byName = new Map(retentions.map((one) => [one.name, one]))
    let ofPeople = 0
    const done = await forEachRecord(log, 'Old data could not be deleted', [...byName.keys()], async (name) => {
      const one = byName.get(name) as Retention
      const count = await eraseOld(parts, one, log)
      if (count === 0) return
      last[name] = { at: new Date(database.clock()).toISOString(), count }
      if (!one.entity) return
      ofPeople += count
      const what = `Delete old ${name.toLowerCase()}: ${count}`
      await writeActivity(database, { kind: 'delete', what, entity: one.entity })
    })
    // The words in the search, and the free pages.
    if (ofPeople > 0) await overwriteDeleted(database, [], [])
    await storeValue(database.db, storedName, JSON.stringify(last))
    if (done < retentions.length) throw new Error('Some of it could not be deleted')
  },
}

/** Each with its term and its last deletion. */
export async function readRetentions({ database, site }: Pick<RetentionParts, 'database' | 'site'>, all: Retention[]) {
  const [last, settings] = await Promise.all([readLast(database), site.now()])
  return all.map((one) => {
    const term = termOf(one, settings)
    return { name: one.name, ...(term && { keep: termInWords(term) }), last: last[one.name] }
  })
}

/** A term in words: '25 months', '1 day'. */
function termInWords(term: Term): string {
  const [[unit, count] = ['', 0]] = Object.entries(term)
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

/** The terms that the legal texts name, by placeholder. */
export const termsInTexts = (all: Retention[]): Record<string, string> =>
  Object.fromEntries(
    all.flatMap(({ placeholder, keep }) =>
      placeholder && typeof keep !== 'function' ? [[placeholder, termInWords(keep)]] : [],
    ),
  )

import { expressionBuilder } from 'kysely'
import { activity } from '#server/activity/activity.table.ts'
import { deleteEntries } from '#server/activity/activity.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { csvFile, sendCsv, timeColumn } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import type { Entity } from '#server/record/entity.ts'
import type { PersonalData } from '#server/record/personal-data.ts'
import type { Retention } from '#server/record/retention.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { day } from '#server/security/counters.ts'
import { type ActivityFilter, activityFilter, activityPage, activityQuery } from './activity.contract.ts'
import { sentenceOf } from './sentences.server.ts'

const entriesPerPage = 50

type Entry = Row<typeof activity>
type Change = NonNullable<Entry['changes']>[number]

const recordId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export const activityRoutes = feature('Activity log', async (app, { config, database, entities }) => {
  const sentenceWith = (what: string, entity: unknown, name: string | undefined) =>
    sentenceOf(what, { label: entities.find(({ table }) => table.name === entity)?.label, name })
  const sentence = ({ what, entity, recordName }: Record<string, unknown>) =>
    sentenceWith(String(what), entity, recordName ? String(recordName) : undefined)

  route(app, 'GET /activity', {
    access: 'manage',
    summary: 'List who did what, newest first',
    description:
      '`what` is a sentence that names the record; visitors are named while their data is kept. Entries are kept for a year. `before` takes the `next` of the page before.',
    query: activityQuery,
    answer: activityPage,
    handler: async ({ query: { before, ...filter } }) => {
      const db = await readerFor(database, 'activity')
      const [rows, people, former] = await Promise.all([
        db
          .selectFrom('activity')
          .selectAll()
          .where(matches(database, filter))
          .$if(before !== undefined, (page) => page.where('id', '<', before ?? ''))
          .orderBy('id', 'desc')
          .limit(entriesPerPage + 1)
          .execute(),
        db.selectFrom('users').select(['id as _id', 'name']).orderBy('name').orderBy('id').execute(),
        db
          .selectFrom('formerStaff')
          .select(['id as _id', 'name'])
          .where('leftAt', '>=', oldestEntry(database))
          .orderBy('name')
          .orderBy('id')
          .execute(),
      ])
      const colleagues = new Map([...people, ...former].map(({ _id, name }) => [_id, name]))
      const inNames = (value: string | undefined) => value?.replace(recordId, (id) => colleagues.get(id) ?? id)
      /** The values of a change, with the colleagues whom they are. */
      const withNames = ({ before, after, ...change }: Change) => ({
        ...change,
        before: inNames(before),
        after: inNames(after),
      })
      const shown = rows.slice(0, entriesPerPage).map((row) => activity.decode(row))
      const names = await presentNames(db, shown, entities)
      const entries = shown.map((row) => {
        const name = row.recordName ?? names.get(`${row.entity} ${row.recordId}`)
        const what = sentenceWith(row.what, row.entity, name)
        return withPublicId({ ...row, what, recordName: name, changes: row.changes?.map(withNames) })
      })
      return {
        entries,
        next: rows.length > entriesPerPage ? entries.at(-1)?._id : undefined,
        people: [...people, ...former.map((one) => ({ ...one, former: true }))],
      }
    },
  })

  route(app, 'GET /activity.csv', {
    access: 'manage',
    summary: 'Download the activity log as CSV',
    description: 'The whole log, oldest first, or the entries that the filters select.',
    query: activityFilter,
    answer: csvFile,
    handler: async ({ query }, reply) =>
      sendCsv(reply, await readerFor(database, 'activity'), {
        table: activity,
        timeZone: config.timeZone,
        where: matches(database, query),
        columns: {
          ...timeColumn('At', 'at', config.timeZone),
          Person: 'by',
          Kind: 'kind',
          What: sentence,
          'Kind of record': 'entity',
          Record: 'recordName',
          'Record id': 'recordId',
          'Before and after': ({ changes }) => textOf(changes),
          Address: 'address',
          Device: 'device',
          Times: 'count',
        },
      }),
  })
})

/** The names of records that entries leave out, because those of visitors must be erasable: by entity and id, as far as the records exist. */
async function presentNames(db: Db, rows: Entry[], entities: Entity[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const unnamed = rows.filter(({ recordName, recordId }) => recordName === undefined && recordId !== undefined)
  for (const { table, nameColumn, fullName } of entities) {
    const ids = unnamed.filter(({ entity }) => entity === table.name).map(({ recordId }) => recordId ?? '')
    if (ids.length === 0) continue
    const found = anyTable(db).selectFrom(table.name).where('id', 'in', ids).select('id')
    const rows = await (fullName ? found.select(fullName.as('name')) : found.select(`${nameColumn} as name`)).execute()
    for (const { id, name } of rows) if (name) names.set(`${table.name} ${id}`, String(name))
  }
  return names
}

const daysKept = 365

export const activityRetention: Retention = {
  name: 'Activity log',
  keep: { days: daysKept },
  erase: ({ database }, { time }) => deleteEntries(database.db, time),
}

/** The time of the oldest entry that is shown. Old entries are deleted at night. */
const oldestEntry = ({ clock }: Database) => new Date(clock() - daysKept * day).toISOString()

function matches(database: Database, { person, kind, entity, record, from, until }: ActivityFilter) {
  const eb = expressionBuilder<Schema, 'activity'>()
  const oldest = oldestEntry(database)
  return eb.and([
    eb('at', '>=', from && from > oldest ? from : oldest),
    ...(until ? [eb('at', '<', until)] : []),
    ...(person ? [eb('byId', '=', person)] : []),
    ...(kind ? [eb('kind', '=', kind)] : []),
    ...(entity ? [eb('entity', '=', entity)] : []),
    ...(record ? [eb('recordId', '=', record)] : []),
  ])
}

/** The changes of a row as one text: `title: "Old" → "New"`. */
function textOf(stored: unknown): string {
  const changes = typeof stored === 'string' ? activity.decode({ changes: stored }).changes : undefined
  return (changes ?? [])
    .map(({ field, before = '', after = '' }) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
    .join('; ')
}

/** The activity log records the acts of staff, and may contain an address. */
export const activityPersonalData: PersonalData = {
  tables: ['activity'],
  read: async () => [],
  erase: async () => [],
  addresses: async () => [],
  mentions: [{ table: 'activity', key: 'id', columns: ['recordName', 'changes'] }],
}

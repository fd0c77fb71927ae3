// On both databases: each has its own schema and lock.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openings } from '#features/careers/openings.table.ts'
import { createdAt } from '#server/backup/backup-status.ts'
import { ConfigError } from '#server/config/environment.ts'
import {
  addColumns,
  addRules,
  type Migration,
  makeTables,
  schedule,
  type TableRules,
  trash,
} from '#server/database/migrations/make-table.ts'
import { digestOfContent } from '#server/record/present-version.ts'
import { revisions } from '#server/record/records.table.ts'
import { digestsOf, pack, revisedFields, unpack } from '#server/record/revised-fields.ts'
import { dumpOf } from '#testing/backup-scenario.ts'
import { createFormerSite } from '#testing/former-site.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { schemaOf } from '#testing/schema-of.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { migrate, migrations } from './migrate.ts'
import { anyTable } from './rows.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** A database without any table, and connections to it. */
async function emptyPlace() {
  const place = await createTestPlace('template0')
  open.push(place.remove)
  return {
    config: place.config,
    async connection(): Promise<Database> {
      const database = await connect(place.config)
      open.push(database.close)
      return database
    },
  }
}

/** A database that all migrations have made. */
async function newSite(): Promise<Database> {
  const { config, remove } = await createTestPlace()
  open.push(remove)
  const database = await connect(config)
  open.push(database.close)
  return database
}

const applied = async (database: Database) =>
  (await sql<{ name: string }>`select "name" from "migrations" order by "name"`.execute(database.db)).rows.map(
    ({ name }) => name,
  )
const names = migrations.map(({ name }) => name)

test('connections that start together wait for each other, and run each migration once', async () => {
  const place = await emptyPlace()
  const databases = await Promise.all(Array.from({ length: 4 }, place.connection))
  // In one process SQLite's turns would wait for each other with the event loop stopped, so there they come one by one.
  if (place.config.kind === 'sqlite') for (const database of databases) await migrate(database)
  else await Promise.all(databases.map((database) => migrate(database)))
  for (const database of databases) {
    await migrate(database)
    expect(await applied(database)).toEqual(names)
  }
})

// With PostgreSQL, connections wait for each other as processes do, as the test above shows.
test('processes that start together wait for each other', sameOnBoth, async () => {
  const place = await emptyPlace()
  const script = `
    const { connect } = await import('./src/server/database/connect.ts')
    const { migrate } = await import('./src/server/database/migrate.ts')
    const database = await connect(${JSON.stringify(place.config)})
    await migrate(database)
    await database.close()`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await Promise.all([start(), start()])
  expect(await applied(await place.connection())).toEqual(names)
})

test('a migration that fails rolls back the earlier ones too', async () => {
  const database = await (await emptyPlace()).connection()
  const broken: Migration = {
    name: '9999-broken',
    async up(db) {
      await sql`create table "half" ("id" text)`.execute(db)
      throw new Error('No further')
    },
  }
  const first = migrations.slice(0, 2)
  await expect(migrate(database, [...first, broken])).rejects.toThrow('No further')
  for (const table of ['half', 'blogs', 'migrations']) {
    await expect(sql`select * from ${sql.table(table)}`.execute(database.db)).rejects.toThrow()
  }
  await migrate(database, first)
  expect(await applied(database)).toEqual(first.map(({ name }) => name))
})

test('refuses a database of a newer version', sameOnBoth, async () => {
  const database = await (await emptyPlace()).connection()
  await migrate(database, [...migrations, { name: '9999-later', up: async () => {} }])
  await expect(migrate(database)).rejects.toThrow(ConfigError)
  await expect(migrate(database)).rejects.toThrow('9999-later')
})

test('a site of version 0.1.0 loses nothing, and gets the schema of a new one', async () => {
  const former = await createFormerSite()
  open.push(former.remove)
  const database = await connect(former.config)
  open.push(database.close)
  const copies = anyTable(database.db).selectFrom('workingCopies').where('entity', '=', 'blogs')
  const kept = await copies.select(['recordId', 'at', 'by', 'fields']).executeTakeFirstOrThrow()
  const { id: recordId } = await database.db
    .selectFrom('blogs')
    .select('id')
    .where('published', '=', true)
    .where('id', '!=', kept['recordId'])
    .executeTakeFirstOrThrow()
  // The history of this one may have been thinned.
  const thinned = { recordId, at: '2026-11-01T09:00:00.000Z', by: 'Asha', fields: '{"title":"Later"}' }
  await anyTable(database.db)
    .insertInto('workingCopies')
    .values({ ...thinned, entity: 'blogs', version: 1, base: 1 })
    .execute()
  const rows = await dumpOf(former.config)
  expect(Object.values(rows).flat().length).toBeGreaterThan(100)
  await migrate(database, migrations.slice(0, 1))
  expect(await dumpOf(former.config)).toEqual(rows)
  await migrate(database)
  expect(await applied(database)).toEqual(names)
  expect(new Date(await createdAt(database)).toISOString()).toBe('2026-11-01T09:00:00.000Z')
  expect(await schemaOf(database)).toEqual(await schemaOf(await newSite()))

  const site = await startTestApp({ database: former.config })
  open.push(site.close)
  expect(await (await site.get('/api/blogs/on-kelp-forests')).json()).toMatchObject({ title: 'Tides of kelp' })
  expect(await (await site.get('/api/blogs?search=forests')).json()).toMatchObject({
    blogs: [{ slug: 'on-kelp-forests' }],
  })
  // A working copy keeps its fields, and points to the revision that has them.
  const call = callAs(site, await site.asStaff())
  for (const { recordId, at, by, fields } of [kept, thinned]) {
    const { workingCopy } = await (await call('GET', `/api/blogs/id/${recordId}`)).json()
    expect(workingCopy).toMatchObject({ fields: JSON.parse(fields), at, by })
    const { revisions } = await (await call('GET', `/api/blogs/${recordId}/revisions`)).json()
    expect(revisions.filter(({ kind }: { kind: string }) => kind === 'copy')).toHaveLength(1)
  }
})

test('former slugs of case studies lead to the first of those that had one', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const studies = anyTable(database.db)
  const one = await studies.selectFrom('cases').selectAll().executeTakeFirstOrThrow()
  for (const [order, [slug, past]] of Object.entries([
    ['first', ['bill', 'old bill']],
    ['second', ['bill', "o'bill"]],
    ['third', []],
  ] as const)) {
    const row = { ...one, id: slug, slug, order: Number(order) - 9, pastSlugs: JSON.stringify(past) }
    await studies
      .insertInto('cases')
      .values({ ...row, figures: '[]', serviceIds: '[]' })
      .execute()
  }
  await migrate(database)
  expect(await database.db.selectFrom('casePastSlugs').selectAll().orderBy('caseId').orderBy('slug').execute()).toEqual(
    [
      { slug: 'bill', caseId: 'first' },
      { slug: 'old bill', caseId: 'first' },
      { slug: "o'bill", caseId: 'second' },
    ],
  )
})

test('newsletters, FAQs and registrations keep their rows under their new names', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const rows = anyTable(database.db)
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0071-'),
  )
  const at = '2026-01-01T00:00:00.000Z'
  const record = { version: 1, createdAt: at, updatedAt: at }
  const add = (table: string, row: object) => rows.insertInto(table).values(row).execute()
  await add('letters', { id: 'l', title: 'Tides', subject: '', body: 'B', audience: '{"to":"everyone"}', ...record })
  await add('notifications', { id: 'n', letterId: 'l', recipients: 1, holdUntil: at, createdAt: at })
  const { id: courseId } = await rows.selectFrom('courses').select('id').executeTakeFirstOrThrow()
  const place = { mode: 'online', enrolVia: 'request', enrolBy: '2026-02-01', takenElsewhere: 3 }
  await add('cohorts', {
    id: 'd',
    courseId,
    startsOn: '2026-02-02',
    closed: false,
    cancelled: false,
    ...place,
    ...record,
  })
  const asked = {
    courseId,
    cohortId: 'd',
    kind: 'enrol',
    name: 'Asha',
    people: 1,
    stateAt: at,
    version: 1,
    createdAt: at,
  }
  await add('courseRequests', { id: 'r1', email: 'a@example.org', state: 'told', ...asked })
  await add('courseRequests', { id: 'r2', email: 'b@example.org', state: 'new', ...asked })
  await add('goalDays', {
    day: '2026-01-01',
    goal: 'courseRequest',
    path: '/',
    subject: '',
    source: '',
    campaign: '',
    count: 2,
  })
  await add('siteSettings', { id: 'training', fields: '{"offerByItself":true}', version: 1, updatedAt: at })
  const questions = await rows.selectFrom('questions').select('id').execute()
  await migrate(database)
  const read = (table: string, ...columns: string[]) =>
    rows
      .selectFrom(table)
      .select(columns)
      .orderBy(columns[0] ?? '')
      .execute()
  expect(await read('newsletters', 'id')).toEqual([{ id: 'l' }])
  expect(await read('notifications', 'newsletterId')).toContainEqual({ newsletterId: 'l' })
  expect(await read('cohorts', 'enrolVia', 'enrolBy', 'bookedElsewhere')).toContainEqual({
    ...{ enrolVia: 'request', enrolBy: '2026-02-01', bookedElsewhere: 3 },
  })
  expect(await read('registrations', 'id', 'kind', 'state')).toEqual([
    { id: 'r1', kind: 'enrol', state: 'notified' },
    { id: 'r2', kind: 'enrol', state: 'new' },
  ])
  expect(await read('goalDays', 'goal')).toContainEqual({ goal: 'registration' })
  expect(JSON.stringify(await read('siteSettings', 'id', 'fields'))).toMatch(/automaticOffers.*true/)
  expect(await read('faqs', 'id')).toHaveLength(questions.length)
  const entities = (await read('activity', 'entity')).map(({ entity }) => entity)
  expect(entities).toContain('faqs')
  expect(entities).not.toContain('questions')
  await expect(add('registrations', { id: 'r3', email: 'c@example.org', ...asked, state: 'told' })).rejects.toThrow()
})

test('prices in rupees become whole paise, and nothing that belongs to a course is lost', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const rows = anyTable(database.db)
  const prices = { price: 14_999.99, discountedPrice: 0.07 }
  const { id } = await rows.selectFrom('courses').select('id').executeTakeFirstOrThrow()
  await rows.updateTable('courses').set(prices).where('id', '=', id).execute()
  await rows.insertInto('coursePastSlugs').values({ slug: 'before', courseId: id }).execute()
  const before = migrations.filter(({ name }) => name < '0069-')
  await migrate(database, before)
  const at = '2026-01-01T00:00:00.000Z'
  const flags = { takenElsewhere: 0, closed: false, cancelled: false, version: 1, createdAt: at, updatedAt: at }
  const date = { id: 'date', courseId: id, startsOn: '2026-02-01', mode: 'online', enrolVia: 'link', ...flags }
  await rows
    .insertInto('cohorts')
    .values({ ...date, price: 1_234_567_890_199 })
    .execute()
  const others = async () => {
    const { courses: _, cohorts: __, migrations: ___, ...all } = await dumpOf(former.config)
    return all
  }
  const otherParts = async () => (await schemaOf(database)).filter((part) => !/price/i.test(part))
  const [kept, schema] = [await others(), await otherParts()]
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0070-'),
  )
  expect(await others()).toEqual(kept)
  const found = (table: string) =>
    rows.selectFrom(table).select(['price', 'discountedPrice']).where('id', 'in', [id, 'date']).execute()
  expect(await found('courses')).toEqual([{ price: 1_499_999, discountedPrice: 7 }])
  expect(await found('cohorts')).toEqual([{ price: 1_234_567_890_199, discountedPrice: null }])
  expect(await otherParts()).toEqual(schema)
  await expect(
    rows
      .insertInto('cohorts')
      .values({ ...date, id: 'lost', courseId: 'none' })
      .execute(),
  ).rejects.toThrow()
  await rows.deleteFrom('courses').where('id', '=', id).execute()
  expect(await rows.selectFrom('coursePastSlugs').select('slug').where('courseId', '=', id).execute()).toEqual([])
})

test('openings get slugs from their titles, in their history and their reviews too', async () => {
  const former = await createFormerSite()
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const rows = anyTable(database.db)
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0085-'),
  )
  const one = await rows.selectFrom('openings').selectAll().executeTakeFirstOrThrow()
  await rows.deleteFrom('openings').execute()
  for (const [id, title, more] of [
    ['a', 'Data engineer', { closesOn: '2020-01-01' }],
    ['b', 'Data  Engineer!', { closesOn: '2099-01-01' }],
    ['c', 'Data engineer', { closesOn: '2099-02-01', deletedAt: one['createdAt'] }],
    ['d', 'डेटा इंजीनियर', {}],
    ['e', 'مهندس بيانات', {}],
    ['f', '数据工程师', {}],
    ['g', '🪷', {}],
    ['h', 'New', {}],
    ['i', 'Ingénieure de données '.repeat(9), {}],
  ] as const)
    await rows
      .insertInto('openings')
      .values({ ...one, deletedAt: null, ...more, id, title })
      .execute()
  // The history and a review of what one has now, before it has a slug.
  const present = async () => {
    const row = await rows.selectFrom('openings').selectAll().where('id', '=', 'b').executeTakeFirstOrThrow()
    return revisedFields(openings, openings.decode(row))
  }
  const fields = await present()
  const at = String(one['createdAt'])
  const ofB = { entity: 'openings', recordId: 'b', fields: pack(fields) }
  const revision = { ...ofB, number: 1, startedAt: at, at, kind: 'save', live: true }
  await rows
    .insertInto('revisions')
    .values({ ...revision, digests: JSON.stringify(digestsOf(fields)) })
    .execute()
  const review = { id: 'r', digest: digestOfContent(fields), askedAt: at, askedBy: 'Asha', ofName: 'Ravi' }
  await rows
    .insertInto('reviews')
    .values({ ...ofB, ...review, state: 'approved', counts: true })
    .execute()
  expect(Object.keys(fields)).not.toContain('slug')

  await migrate(database)
  const found = await rows.selectFrom('openings').select(['id', 'slug']).orderBy('id').execute()
  expect(Object.fromEntries(found.map(({ id, slug }) => [id, slug]))).toEqual({
    a: 'data-engineer-2',
    b: 'data-engineer',
    c: 'data-engineer-3',
    d: 'deta-imjiniyr',
    e: 'mhnds-bynt',
    f: 'shu-ju-gong-cheng-shi',
    g: 'opening',
    h: 'new-2',
    i: expect.stringMatching(/^(?:ingenieure-de-donnees-){8}ingenieure-de$/),
  })
  const now = await present()
  expect(now).toMatchObject({ slug: 'data-engineer' })
  const state = await rows.selectFrom('revisions').selectAll().where('recordId', '=', 'b').executeTakeFirstOrThrow()
  expect([revisions.columns.digests.decode(state['digests']), unpack(state['fields'])]).toEqual([digestsOf(now), now])
  const reviewed = await rows.selectFrom('reviews').selectAll().where('id', '=', 'r').executeTakeFirstOrThrow()
  expect([reviewed['digest'], unpack(reviewed['fields'])]).toEqual([digestOfContent(now), now])
  await expect(
    rows
      .insertInto('openings')
      .values({ ...one, id: 'j', slug: 'new-2' })
      .execute(),
  ).rejects.toThrow()
})

test('so does a site of version 0.1.0 without its last three migrations', async () => {
  const former = await createFormerSite('0039-')
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const at = '2026-01-01T00:00:00.000Z'
  const user = { id: 'user', name: 'Asha', email: 'asha@example.com', active: true, role: 'editor' }
  await anyTable(database.db)
    .insertInto('users')
    .values({ ...user, createdAt: at, updatedAt: at })
    .execute()
  await migrate(database)
  expect(await schemaOf(database)).toEqual(await schemaOf(await newSite()))
  expect(await database.db.selectFrom('users').select(['id', 'role']).execute()).toEqual([
    { id: 'user', role: 'editor' },
  ])
})

test('refuses a database from before version 0.1.0, and changes nothing', async () => {
  const former = await createFormerSite('0016-')
  const database = await connect(former.config)
  open.push(former.remove, database.close)
  const [schema, done] = [await schemaOf(database), await applied(database)]
  const before = () => Promise.reject(new Error('It should be refused'))
  await expect(migrate(database, undefined, before)).rejects.toThrow(
    new ConfigError(
      'The database was written by a version before 0.1.0; start version 0.1.0 with it once, then this one',
    ),
  )
  expect([await schemaOf(database), await applied(database)]).toEqual([schema, done])
})

test('columns that a migration adds are those of a table that is created with them', async () => {
  const [added, created] = await Promise.all([emptyPlace(), emptyPlace()])
  const kind = added.config.kind
  const columns = { flag: 'boolean', word: 'text', maybe: 'boolean?' } as const
  const defaults = { flag: true, word: "isn't" }
  const base = { key: ['id'], columns: { id: 'text' } } satisfies TableRules
  const one = await added.connection()
  await makeTables(one.db, kind, { things: base })
  await addColumns(one.db, kind, 'things', columns, defaults)
  await addRules(one.db, kind, 'things', trash)
  await addRules(one.db, kind, 'things', schedule)
  const other = await created.connection()
  const all = { id: 'text', ...columns, ...trash.columns, ...schedule.columns } as const
  const rules = { ...base, columns: all, defaults, indexes: { ...trash.indexes, ...schedule.indexes } }
  await makeTables(other.db, kind, { things: rules })
  expect(await schemaOf(one)).toEqual(await schemaOf(other))
})

test('colleagues who were deleted before keep the name of their acts, and their requests an owner', async () => {
  const place = await emptyPlace()
  const database = await place.connection()
  const at = '2026-11-01T09:00:00.000Z'
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0062'),
  )
  const add = (table: string, values: object) => anyTable(database.db).insertInto(table).values(values).execute()
  const request = { name: 'Ravi', email: 'ravi@example.org', subject: 'One', message: 'Hello', status: 'pending' }
  for (const id of ['left', 'given', 'own']) await add('contactRequests', { ...request, id, createdAt: at })
  const user = { id: 'asha', name: 'Asha', email: 'asha@example.com', active: place.config.kind === 'postgres' || 1 }
  await add('users', { ...user, role: 'sales', createdAt: at, updatedAt: at })
  await anyTable(database.db)
    .updateTable('contactRequests')
    .set({ ownerId: 'asha' })
    .where('id', '=', 'given')
    .execute()
  const event = { kind: 'owner', at, before: 'rahul' }
  await add('contactEvents', { ...event, id: '1', contactId: 'left' })
  await add('contactEvents', { ...event, id: '2', contactId: 'given' })
  // A colleague took it away, so that it is nobody's.
  await add('contactEvents', { ...event, id: '3', contactId: 'own', byId: 'asha', by: 'Asha' })
  await add('contactEvents', { id: '4', kind: 'note', at, contactId: 'own', body: 'Hi', byId: 'rahul', by: 'Rahul' })
  await migrate(database)
  expect(await database.db.selectFrom('formerStaff').select(['id', 'name']).execute()).toEqual([
    { id: 'rahul', name: 'Rahul' },
  ])
  const owners = database.db.selectFrom('contactRequests').select(['id', 'ownerId', 'formerOwnerId']).orderBy('id')
  expect(await owners.execute()).toEqual([
    { id: 'given', ownerId: 'asha', formerOwnerId: null },
    { id: 'left', ownerId: null, formerOwnerId: 'rahul' },
    { id: 'own', ownerId: null, formerOwnerId: null },
  ])
})

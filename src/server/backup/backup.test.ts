// On both databases: each is dumped and restored in its own way.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import { courseContent } from '#features/courses/ground/course-queries.server.ts'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { connect } from '#server/database/connect.ts'
import { migrate, migrations } from '#server/database/migrate.ts'
import { anyTable, insertRow } from '#server/database/rows.ts'
import { findMatches } from '#server/database/search.ts'
import type { Table } from '#server/database/table.ts'
import { addAwkwardRows, dumpOf } from '#testing/backup-scenario.ts'
import { createFormerSite, formerBackup, formerNames } from '#testing/former-site.ts'
import { type Content, contentOf, filesOf, mutated, mutation, writeSealed } from '#testing/hostile-archives.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { listBackups } from './backup-status.ts'
import { BackupError, isTimeColumn } from './manifest.ts'
import { openSnapshot } from './open-snapshot.ts'
import { openBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { backupBeforeMigration, writeBackup } from './write-backup.ts'

type Place = Awaited<ReturnType<typeof createTestPlace>>

/** A site with awkward rows, and a backup of it. */
let source: Place
let file: string
beforeAll(async () => {
  source = await createTestPlace()
  const database = await connect(source.config)
  await migrate(database)
  await addAwkwardRows(database)
  await database.close()
  file = join(source.dataDir, 'site.zip')
  await writeBackup(source.config, file)
})
afterAll(() => source.remove())

const places: Place[] = []
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove()
})
async function emptyPlace(): Promise<Place> {
  const place = await createTestPlace('template0')
  places.push(place)
  return place
}

async function restore(from: string, target: DatabaseConfig, replace = false) {
  const backup = await openBackup(from)
  await restoreBackup(target, backup, { replace }).finally(() => backup.close())
}

async function inDatabase<Result>(
  config: DatabaseConfig,
  work: (database: Awaited<ReturnType<typeof connect>>) => Promise<Result>,
) {
  const database = await connect(config)
  return work(database).finally(() => database.close())
}

function knownTables(): Table[] {
  const modules = import.meta.glob<Record<string, unknown>>('/src/**/*.table.ts', { eager: true })
  return Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is Table => typeof value === 'object' && value !== null && 'columns' in value && 'decode' in value,
    )
}

test('has every table and column that the program knows', async () => {
  const known = knownTables()
  expect(known.length).toBeGreaterThan(15)
  const backup = await openBackup(file)
  backup.close()
  const columnsOf = (name: string) => backup.manifest.tables.find((table) => table.name === name)?.columns ?? []
  for (const { name, columns } of known)
    expect(columnsOf(name), name).toEqual(expect.arrayContaining(Object.keys(columns)))
  for (const name of ['settings', 'contentVersions', 'identityAttempts', 'counters', 'searchDocuments'])
    expect(columnsOf(name), name).not.toEqual([])
  expect(backup.manifest.schema).toEqual(migrations.map(({ name }) => name))
})

test('restores into either database exactly the same data, with the search index', async () => {
  const before = await dumpOf(source.config)
  expect(before['contactRequests']?.length).toBeGreaterThan(100)
  const place = await emptyPlace()
  const sqlite: DatabaseConfig = { kind: 'sqlite', file: join(place.dataDir, 'other.sqlite') }
  // With PostgreSQL: into SQLite, and from there back. With only SQLite: a copy of a copy.
  await restore(file, sqlite)
  expect(await dumpOf(sqlite)).toEqual(before)
  const again = join(place.dataDir, 'again.zip')
  await writeBackup(sqlite, again)
  await restore(again, place.config)
  expect(await dumpOf(place.config)).toEqual(before)

  await inDatabase(place.config, async (database) => {
    const found = (query: string) =>
      findMatches(
        database,
        { source: courseContent.kind.source, query, most: 10 },
        { table: 'courses', key: 'all', rows: (db) => anyTable(db).selectFrom('courses') },
      )
    expect(await found('ær')).toHaveLength(1)
    expect(await found('platypus')).toEqual([])
    // Every foreign key is in force again.
    const orphan = { slug: 'x', blogId: 'nothing' }
    await expect(database.db.insertInto('blogPastSlugs').values(orphan).execute()).rejects.toThrow()
  })
})

test('replaces a site only when told to, not while it runs, and as a whole', async () => {
  const place = await emptyPlace()
  await restore(file, place.config)
  await inDatabase(place.config, ({ db }) => db.deleteFrom('contactRequests').execute())
  const before = await dumpOf(place.config)
  await expect(restore(file, place.config)).rejects.toThrow(/holds a site already; --replace/)
  await inDatabase(place.config, async ({ db }) => {
    await db.selectFrom('users').select('id').execute()
    await expect(restore(file, place.config, true)).rejects.toThrow(/is in use: stop the site first$/)
  })
  expect(await dumpOf(place.config)).toEqual(before)
  const backup = await openBackup(file)
  const after = () => Promise.reject(new Error('No further'))
  await expect(restoreBackup(place.config, backup, { replace: true, after })).rejects.toThrow('No further')
  backup.close()
  expect(await dumpOf(place.config)).toEqual(before)
  await restore(file, place.config, true)
  expect(await dumpOf(place.config)).toEqual(await dumpOf(source.config))
})

test('refuses a file with one changed bit, wherever it is, or without its end', sameOnBoth, async () => {
  const bytes = await readFile(file)
  const broken = join(source.dataDir, 'broken.zip')
  const messageOf = async (content: Buffer) => {
    await writeFile(broken, content)
    return openBackup(broken).then(
      () => 'opened',
      (error: Error) => error.message,
    )
  }
  for (let place = 0; place < bytes.length; place += Math.ceil(bytes.length / 50)) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8))
    expect(await messageOf(changed), `bit at ${place}`).toMatch(/^broken\.zip is .*damaged/)
  }
  for (const part of [0.1, 0.5, 0.99])
    expect(await messageOf(bytes.subarray(0, Math.floor(bytes.length * part)))).toMatch(/^broken\.zip is cut off/)
  expect(await messageOf(bytes.subarray(0, -1))).toMatch(/^broken\.zip is cut off/)
  expect(await messageOf(Buffer.from('words'))).toMatch(/^broken\.zip is not a backup of Atrium/)
  await expect(openBackup(join(source.dataDir, 'nothing.zip'))).rejects.toThrow(
    /nothing\.zip cannot be read \(ENOENT\)$/,
  )
})

test('refuses a backup of a newer version by the migration that it knows', sameOnBoth, async () => {
  const [place, target] = [await emptyPlace(), await emptyPlace()]
  await inDatabase(place.config, (database) =>
    migrate(database, [...migrations, { name: '9999-later', up: async () => {} }]),
  )
  const newer = join(place.dataDir, 'newer.zip')
  await writeBackup(place.config, newer)
  await expect(restore(newer, target.config)).rejects.toThrow(
    /^newer\.zip was made by a newer version of this program \(.*it knows "9999-later"\)/,
  )
})

test('before a migration makes a backup, which this version restores', sameOnBoth, async () => {
  const place = await createFormerSite()
  places.push(place)
  // These tables get other columns, and revisions other texts.
  const dump = await dumpOf(place.config)
  const { workingCopies, revisions, blogs, courses, instructors, cases, openings, ...withMail } = dump
  const { contactRequests, subscribers, notifications, activity, questions, previewLinks, ...others } = withMail
  const content = { revisions, blogs, courses, instructors, cases, openings }
  const changed = { ...content, contactRequests, subscribers, notifications, activity, previewLinks, faqs: questions }
  for (const rows of [workingCopies, ...Object.values(changed)]) expect(rows?.length).toBeGreaterThan(0)
  await inDatabase(place.config, async (database) => {
    const backup = { at: '02:30', command: undefined }
    const config = { ...place, database: place.config, backup } as never
    await migrate(database, undefined, (next) => backupBeforeMigration(config, next))
    // The second start has nothing to migrate.
    await migrate(database, undefined, () => Promise.reject(new Error('It has been migrated')))
  })
  const [made, ...later] = await listBackups(place.dataDir)
  expect([made?.reason, later]).toEqual(['migration', []])
  const target = await emptyPlace()
  await restore(made?.file ?? '', target.config)
  const restored = await dumpOf(target.config)
  expect(restored).toEqual({ ...(await dumpOf(place.config)), ...others })
  for (const [table, rows] of Object.entries(changed)) expect(restored[table]).toHaveLength(rows?.length ?? 0)
})

test('restores and verifies a backup of version 0.1.0, and refuses an older one', async () => {
  const place = await emptyPlace()
  await restore(formerBackup, place.config)
  const after = await dumpOf(place.config)
  const former = await createFormerSite()
  places.push(former)
  await inDatabase(former.config, (database) => migrate(database))
  expect(after).toEqual(await dumpOf(former.config))
  await verifyBackup(formerBackup, place.dataDir, async () => {})

  const content = await contentOf(formerBackup)
  const older = join(place.dataDir, 'older.zip')
  const writeWithout = (names: RegExp, columns: string[]) => {
    const { manifest, lines } = structuredClone(content)
    manifest.schema = formerNames.filter((name) => !names.test(name))
    for (const table of manifest.tables) {
      table.columns = table.columns.filter((column) => !columns.includes(`${table.name}.${column}`))
      lines[table.name] = (lines[table.name] ?? []).map(
        (line) => `${JSON.stringify(JSON.parse(line), table.columns)}\n`,
      )
    }
    return writeSealed(older, filesOf({ manifest, lines }))
  }
  // The last three migrations of the version had added columns.
  await writeWithout(/^00(39|4)/, [
    'identitySessions.confirmedAt',
    'identityUsers.invitedUntil',
    'mediaItems.decorative',
  ])
  await restore(older, place.config, true)
  expect((await dumpOf(place.config))['users']).toEqual(after['users'])
  await verifyBackup(older, place.dataDir, async () => {})
  await writeWithout(/^003/, [])
  await expect(openBackup(older)).rejects.toThrow(
    'older.zip was made by a version before 0.1.0; restore it with version 0.1.0, then make another backup',
  )
})

test('is the database at one moment, whatever is written meanwhile', async () => {
  const place = await createTestPlace()
  places.push(place)
  await inDatabase(place.config, async (database) => {
    await addAwkwardRows(database)
    let writing = true
    let pairs = 0
    // Each transaction adds one row to a table that is read early, and one to a table that is read late.
    const write = async () => {
      while (writing) {
        // SQLite's queries leave the event loop no turn.
        await setImmediate()
        await database.transaction(async (trx) => {
          const words = { name: 'Pair', email: 'pair@example.com', subject: 'Pair', message: 'Pair' }
          await addRequest(trx, { ...words, status: 'pending' })
          const row = {
            email: `pair-${++pairs}@example.net`,
            subscribedAt: new Date().toISOString(),
            state: 'confirmed' as const,
          }
          await insertRow(trx, subscribers, row)
        })
      }
    }
    const done = write()
    const meanwhile = join(place.dataDir, 'meanwhile.zip')
    await writeBackup(place.config, meanwhile)
    writing = false
    await done
    expect(pairs).toBeGreaterThan(1)
    const copy: DatabaseConfig = { kind: 'sqlite', file: join(place.dataDir, 'copy.sqlite') }
    await restore(meanwhile, copy)
    const { contactRequests: requests = [], subscribers: readers = [] } = await dumpOf(copy)
    const ofPairs = (lines: string[]) => lines.filter((line) => line.includes('pair')).length
    expect(ofPairs(requests)).toBe(ofPairs(readers))
  })
})

test('the verification hands on the whole restored site, and leaves nothing of it behind', sameOnBoth, async () => {
  const place = await emptyPlace()
  const before = await dumpOf(source.config)
  await verifyBackup(file, place.dataDir, async (scratch) => {
    expect(await dumpOf({ kind: 'sqlite', file: scratch.file })).toEqual(before)
  })
  expect(await readdir(place.dataDir)).toEqual([])
})

test('every column whose name says that it holds a time does so, and no other', sameOnBoth, () => {
  const at = '2026-01-01T00:00:00.000Z'
  for (const { name, columns } of knownTables())
    for (const [column, { encode }] of Object.entries(columns)) {
      let holdsTimes = false
      try {
        holdsTimes = encode('2026-01-01T00:00:00Z') === at
      } catch {}
      expect(isTimeColumn(column), `${name}.${column}`).toBe(holdsTimes)
    }
})

test('an archive that was changed, and sealed again, is refused in one line or restored', { tags: 'all' }, async () => {
  const place = await emptyPlace()
  const content = await contentOf(file)
  const changed = join(place.dataDir, 'changed.zip')
  const config: DatabaseConfig = inject('postgresUrl')
    ? place.config
    : { kind: 'sqlite', file: join(place.dataDir, 'changed.sqlite') }
  await fc.assert(
    fc.asyncProperty(mutation, async (change) => {
      const { files, bit } = mutated(content, change)
      await writeSealed(changed, files, bit)
      const error = await restore(changed, config, true).then(
        () => undefined,
        (cause) => cause,
      )
      if (!error) return
      expect(error).toBeInstanceOf(BackupError)
      expect(error.message).toMatch(/^changed\.zip [^\p{Cc}]{1,400}$/u)
    }),
    { numRuns: inject('postgresUrl') ? 12 : 40 },
  )
})

test('a backup without users, or with a day that is not a time, is not whole', sameOnBoth, async () => {
  const place = await emptyPlace()
  const content = await contentOf(file)
  const changed = join(place.dataDir, 'changed.zip')
  const refusal = async (changes: Partial<Content>) => {
    await writeSealed(changed, filesOf({ ...content, ...changes }))
    return verifyBackup(changed, place.dataDir, async () => {}).then(
      () => 'whole',
      (error: Error) => error.message,
    )
  }
  const { manifest, lines } = content
  expect(await refusal({})).toBe('whole')
  expect(await refusal({ lines: { ...lines, users: [] } })).toMatch(/^changed\.zip holds no users/)
  const rows = (lines['users'] ?? []).map((line) => line.replace(/("createdAt":)"[^"]*"/, '$1"yesterday"'))
  expect(await refusal({ lines: { ...lines, users: rows } })).toMatch(/a row of "users" .*createdAt is not a time/)
  expect(await refusal({ manifest: { ...manifest, createdAt: 'yesterday' } })).toMatch(/its manifest cannot be read/)
})

test.runIf(inject('postgresUrl'))('a slow backup and a slow migration outlast the timeouts of the server', async () => {
  const place = await createTestPlace()
  const { url } = place.config as { url: string }
  const name = new URL(url).pathname.slice(1)
  const owner = await connect(place.config)
  for (const timeout of ['idle_in_transaction_session_timeout', 'statement_timeout'])
    await sql.raw(`alter database "${name}" set ${timeout} = '200ms'`).execute(owner.db)
  await owner.close()
  await using database = await connect(place.config)
  const { name: id = '' } = migrations.at(-1) ?? {}
  await sql`delete from "migrations" where "name" = ${id}`.execute(database.db)
  const rows: unknown[] = []
  const slow = { name: id, up: async () => {} }
  await migrate(database, [...migrations.slice(0, -1), slow], async () => {
    await using snapshot = await openSnapshot(place.config)
    for (const table of snapshot.tables.filter(({ name }) => ['settings', 'contentVersions'].includes(name)))
      for await (const row of table.rows()) {
        rows.push(row)
        await wait(400)
      }
  })
  expect(rows.length).toBeGreaterThan(0)
  await place.remove()
})

import { chmodSync, chownSync, closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startTestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'

/** Runs work as an account without root's rights. */
async function asNobody<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  return work().finally(() => process.seteuid?.(0))
}

describe.skipIf(inject('postgresUrl'))('the SQLite file at the start', () => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let file: string
  const open = () => connect(place.config)
  const use = async (work: (database: Database) => Promise<unknown>) => {
    const database = await open()
    await work(database)
    await database.close()
  }
  const write = ({ db }: Database) => sql`insert into "settings" values ('test', ${'x'.repeat(100_000)})`.execute(db)

  beforeEach(async () => {
    place = await createTestPlace()
    file = (place.config as { file: string }).file
    await use(async (database) => {
      await migrate(database)
      await write(database)
    })
  })
  afterEach(() => place.remove())

  test('files are private to their account, whatever the umask', async () => {
    rmSync(file)
    rmSync(`${file}.created`)
    const usual = process.umask(0)
    await use(async (database) => {
      await migrate(database)
      for (const name of ['', '-wal', '-shm', '.created'])
        expect((statSync(file + name).mode & 0o777).toString(8), name).toBe('600')
    }).finally(() => process.umask(usual))
  })

  test.each([
    ['empty', () => truncateSync(file)],
    ['missing', () => rmSync(file)],
  ])('refuses to start with an empty database when the database is %s', async (state, lose) => {
    lose()
    const words = `DATA_DIR: the database ${file} is ${state}, although it held a site; restore a backup (npx atrium restore), or delete ${file}.created to start with an empty site`
    await expect(open()).rejects.toThrow(words)
    rmSync(`${file}.created`)
    await use(migrate)
  })

  test('refuses a file without write permission', async () => {
    for (const path of [place.dataDir, file, `${file}.created`])
      process.getuid?.() === 0 && chownSync(path, 65_534, 65_534)
    chmodSync(file, 0o400)
    await expect(asNobody(open)).rejects.toThrow(
      /^DATA_DIR: the database \S+ cannot be opened \(attempt to write a readonly database\)\. Give/,
    )
    for (const name of ['', '-wal', '-shm']) chmodSync(file + name, 0o600)
    const database = await asNobody(open)
    await migrate(database)
    await database.close()
    chmodSync(place.dataDir, 0o500)
    await expect(asNobody(open)).rejects.toThrow(/^DATA_DIR: the database \S+ cannot be opened \([^)]+\)\. (Look|Give)/)
    chmodSync(place.dataDir, 0o700)
  })

  /** Overwrites a part of the file with random bytes. */
  const damage = (from: number, bytes: number) => {
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, from)
    closeSync(handle)
  }

  test.each([
    ['beginning', () => damage(0, 100)],
    ['middle', () => damage(Math.floor(statSync(file).size / 8192) * 4096, 20_000)],
    ['end', () => truncateSync(file, statSync(file).size - 8192)],
  ])('refuses a file that is damaged at its %s, with advice', async (_where, break_) => {
    break_()
    const words =
      /^DATA_DIR: the database \S+ cannot be opened \([^\n]+\)\. Stop the site and put a copy in its place \(docs\/operating\.md[^\n]+$/
    await expect(open()).rejects.toThrow(words)
  })

  test('checks a large file while the site runs, and is not ready when it is damaged', async () => {
    await use(async ({ db }) => {
      await sql`create table "bulk" ("bytes" blob)`.execute(db)
      await sql`insert into "bulk" values (zeroblob(110000000))`.execute(db)
    })
    damage(50_000_000, 20_000)
    const site = await startTestApp({ database: place.config })
    const readiness = async () => (await (await site.get('/readyz')).json()).message
    await expect.poll(readiness, { interval: 250 }).toBe('The database is damaged')
    await site.close()
  })
})

// On both databases: the work after an erasure is theirs.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { personalData } from '#app/personal-data.server.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { erasePerson, erasureFinisher, personKey, readErased } from './erasures.shared.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
/** Finishes erasures as the process does after a start: without the addresses. */
let finishAfterStart: () => Promise<boolean>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  call = callAs(site, await site.asStaff({ role: 'sales' }))
  finishAfterStart = () => erasureFinisher({ ...site, personalData }, site.app.log, new Set())()
})
afterAll(() => site.close())

const onPostgres = Boolean(inject('postgresUrl'))
const run = (statement: string) => sql.raw(statement).execute(site.database.db)
const erasedFile = () => join(site.config.dataDir, 'erased')

async function write(email: string): Promise<string> {
  await site.post('/api/contact', { name: 'Raj', email, subject: 'Servers', message: 'They have to move.' })
  const found = await call('POST', '/api/persons/find', { email })
  return (await found.json()).key
}

const erase = async (key: string) => {
  const answer = await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  return { status: answer.status, ...(await answer.json()) }
}

/** The bytes of the database's files; with PostgreSQL, which has its own, none. */
async function bytes(): Promise<string> {
  const { dataDir } = site.config
  const names = (await readdir(dataDir)).filter((name) => /\.sqlite(-wal)?$/.test(name))
  return (await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')))).join('')
}

/** Steps after the transaction that cannot be done, and how they can again. */
const faults: Record<string, { begin(): Promise<unknown>; end(): Promise<unknown>; waits: boolean }> = {
  'the file of erasures cannot be written': {
    waits: false,
    async begin() {
      await rm(erasedFile(), { force: true })
      await mkdir(erasedFile())
    },
    end: () => rm(erasedFile(), { recursive: true }),
  },
  'the database takes no further write': {
    waits: true,
    begin: () =>
      run(
        onPostgres
          ? `alter table "settings" add constraint "fault" check ("name" <> 'erasures overwritten') not valid`
          : `create trigger "fault" before insert on "settings" when new."name" = 'erasures overwritten' begin select raise(abort, 'fault'); end`,
      ),
    end: () => run(onPostgres ? 'alter table "settings" drop constraint "fault"' : 'drop trigger "fault"'),
  },
}

test.for(Object.entries(faults))(
  'an erasure is answered as done, and finished later, when %s',
  async ([name, fault]) => {
    const email = `fault-${Object.keys(faults).indexOf(name)}@partner.example`
    const key = await write(email)
    await fault.begin()
    try {
      expect(await erase(key)).toMatchObject({
        status: 200,
        message: fault.waits
          ? 'Personal data deleted: 1 message. Traces are still in the site’s files. They are overwritten automatically as soon as possible.'
          : 'Personal data deleted: 1 message.',
      })
      expect((await call('GET', `/api/persons/${key}`)).status).toBe(404)
      expect(await finishAfterStart()).toBe(!fault.waits)
    } finally {
      await fault.end()
    }
    expect(await finishAfterStart()).toBe(true)
    expect((await readErased(site.config.dataDir)).map(({ hash }) => hash)).toContain(key)
    expect(await bytes()).not.toContain(email)
  },
)

test('an erasure that a kill has interrupted is finished after the start', async () => {
  const { config, database } = site
  const email = 'killed@partner.example'
  await write(email)
  await mkdir(join(config.dataDir, 'mail'), { recursive: true })
  await writeFile(join(config.dataDir, 'mail', 'gone.eml'), `To: ${email}`)
  const hash = await personKey(database, email)
  await database.transaction((trx) => erasePerson(trx, personalData, email, { hash }))
  if (!onPostgres) expect(await bytes()).toContain(email)
  expect(await finishAfterStart()).toBe(true)
  expect(await bytes()).not.toContain(email)
  expect(await readdir(join(config.dataDir, 'mail'))).not.toContain('gone.eml')
  expect((await readErased(config.dataDir)).map((one) => one.hash)).toContain(hash)
})

test('erasures at once are one line each in the file', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, (_, n) => write(`at-once-${n}@partner.example`)))
  const answers = await Promise.all(keys.map(erase))
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
  const hashes = (await readErased(site.config.dataDir)).map(({ hash }) => hash)
  expect(hashes.filter((hash) => keys.includes(hash)).toSorted()).toEqual(keys.toSorted())
})

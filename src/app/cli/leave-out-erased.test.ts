import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newBackupPath } from '#server/backup/backup-status.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { connect } from '#server/database/connect.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { restore } from './backup-commands.ts'

/** A site with three persons and a backup of them; after it, two are erased, and one of these writes again. */
async function siteWithErasures() {
  const place = await createTestPlace()
  onTestFinished(place.remove)
  const site = await startTestApp({ database: place.config, dataDir: place.dataDir, rateLimit: false })
  const call = callAs(site, await site.asStaff())
  const write = (name: string, subject: string) =>
    site.post('/api/contact', { name, email: `${name}@partner.example`, subject, message: 'Please call.' })
  for (const name of ['asha', 'ravi', 'sita']) await write(name, `From ${name}`)
  await site.post('/api/newsletter/subscribe', { email: 'ravi@partner.example' })
  const backup = newBackupPath(place.dataDir, 'manual')
  await writeBackup(place.config, backup)
  for (const name of ['asha', 'ravi']) {
    const { key } = await (await call('POST', '/api/persons/find', { email: `${name}@partner.example` })).json()
    expect((await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).status).toBe(200)
  }
  await write('asha', 'Asha again')
  await site.close()
  return { place, config: site.config, backup }
}

const subjectsIn = async (config: Parameters<typeof connect>[0]) => {
  const database = await connect(config)
  const requests = await database.db.selectFrom('contactRequests').select('subject').orderBy('subject').execute()
  const addresses = await database.db.selectFrom('subscribers').select('email').execute()
  const hashes = await database.db.selectFrom('erasures').select('hash').execute()
  await database.close()
  return { subjects: requests.map(({ subject }) => subject), addresses: addresses.length, hashes: hashes.length }
}

test('a restore over the site leaves out the persons erased since, and keeps one who wrote again after', async () => {
  const { place, config, backup } = await siteWithErasures()
  // The erasures are those of the replaced database.
  await rm(join(place.dataDir, 'erased'))
  const newer = newBackupPath(place.dataDir, 'manual')
  await writeBackup(place.config, newer)
  expect(await restore(config, backup, true)).toMatch(/\n2 persons erased since this backup were left out$/)
  expect(await subjectsIn(place.config)).toEqual({ subjects: ['From sita'], addresses: 0, hashes: 2 })
  if (place.config.kind === 'sqlite') {
    const bytes = await readFile(place.config.file, 'latin1')
    expect(bytes).toContain('sita@partner.example')
    expect(bytes).not.toMatch(/(asha|ravi)@partner\.example/)
  }
  // The newer backup has the erasures, so the later message in it is of a new person.
  expect(await restore(config, newer, true)).not.toContain('left out')
  expect((await subjectsIn(place.config)).subjects).toEqual(['Asha again', 'From sita'])
})

test.each(['the file', 'a newer backup'])('a restore without the database knows the erasures from %s', async (from) => {
  const { place, config, backup } = await siteWithErasures()
  const empty = await createTestPlace('template0')
  onTestFinished(empty.remove)
  const newer = newBackupPath(place.dataDir, 'manual')
  if (from !== 'the file') {
    await writeBackup(place.config, newer)
    await rm(join(place.dataDir, 'erased'))
  }
  const lost = { ...config, database: empty.config }
  expect(await restore(lost, backup, false)).toContain('2 persons erased since this backup were left out')
  expect((await subjectsIn(empty.config)).subjects).toEqual(['From sita'])
})

test('an erasure of another site is reported, and changes nothing', async () => {
  const { place, config, backup } = await siteWithErasures()
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-erased-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const own = await readFile(join(place.dataDir, 'erased'), 'utf8')
  await writeFile(join(dataDir, 'erased'), `cut of${own.replaceAll(/ [\w-]{22}$/gm, ` ${'A'.repeat(22)}`)}`)
  const empty = await createTestPlace('template0')
  onTestFinished(empty.remove)
  const answer = await restore({ ...config, dataDir, database: empty.config }, backup, false)
  expect(answer).toContain('2 of the erasures in')
  expect(answer).toContain('are of another site')
  expect((await subjectsIn(empty.config)).subjects).toEqual(['From asha', 'From ravi', 'From sita'])
})

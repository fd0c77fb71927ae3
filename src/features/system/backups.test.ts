// On both databases: a separate process reads the database of the site.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ActivityPage } from '#features/activity/activity.contract.ts'
import { backupFolder } from '#server/backup/backup-status.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { isPrepared } from '../../../scripts/prepare.js'
import type { System } from './system.contract.ts'

async function start(): Promise<{ site: TestApp; owner: SignedIn }> {
  const site = await startTestApp({ backup: { at: undefined, command: undefined } })
  onTestFinished(site.close)
  return { site, owner: await site.asStaff() }
}

const read = async (site: TestApp, { headers }: SignedIn) =>
  ((await (await site.get('/api/system', { headers })).json()) as System).backup

const make = async (site: TestApp, { headers }: SignedIn) =>
  (await site.post('/api/system/backups', {}, { headers })).status

/** Waits for the end of the backup that is being made. */
const ended = (site: TestApp, owner: SignedIn) =>
  expect.poll(async () => (await read(site, owner)).running, { interval: 1_000 }).toBe(false)

test('an owner makes a backup, one at a time, and downloads it once they have confirmed who they are', async ({
  skip,
}) => {
  if (!isPrepared()) skip('There is no build of the current source, which renders the pages')
  const { site, owner } = await start()
  const download = () => site.get('/api/system/backups/newest', owner)
  expect((await download()).status).toBe(404)
  expect((await Promise.all([make(site, owner), make(site, owner)])).sort()).toEqual([202, 409])
  await ended(site, owner)
  const { good, newest, failed, stored } = await read(site, owner)
  expect(failed).toBeUndefined()
  expect(newest).toMatchObject({ name: good?.name, bytes: good?.bytes })
  expect(stored).toEqual([{ reason: 'request', count: 1, bytes: good?.bytes }])

  const answer = await download()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${good?.name}"`,
    'content-length': String(good?.bytes),
    'cache-control': 'no-store',
  })
  const file = await readFile(join(backupFolder(site.config.dataDir), good?.name ?? ''))
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)

  const longAgo = new Date(Date.now() - 3_600_000).toISOString()
  await site.database.db.updateTable('identitySessions').set({ confirmedAt: longAgo }).execute()
  const asked = await download()
  expect([asked.status, (await asked.json()).code]).toEqual([403, 'confirm_identity'])
  const log = (await (await site.get('/api/activity', owner)).json()) as ActivityPage
  expect(log.entries.map(({ what, recordName }) => [what, recordName])).toEqual([
    [`Downloaded a backup: ${good?.name}`, good?.name],
    ['Made a backup', undefined],
  ])
})

test('a backup that cannot be made says why', sameOnBoth, async () => {
  const { site, owner } = await start()
  await writeFile(backupFolder(site.config.dataDir), 'a file in the place of the folder')
  await make(site, owner)
  await ended(site, owner)
  const { failed, good } = await read(site, owner)
  expect(failed).toMatchObject({ reason: expect.stringMatching(/backups/), onlyCopy: false })
  expect(good).toBeUndefined()
})

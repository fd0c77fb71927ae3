import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { listBackups, readBackupState } from '#server/backup/backup-status.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { type DatabaseConfig, readConfig } from '#server/config/config.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { identityPasskeys } from '#server/identity/identity.table.ts'
import { addAwkwardRows, dumpOf } from '#testing/backup-scenario.ts'
import { contentOf, filesOf, writeSealed } from '#testing/hostile-archives.ts'
import { programs } from '#testing/programs.ts'
import { startTestApp } from '#testing/start-app.ts'
import { createTestPlace } from '#testing/test-database.ts'
import { isPrepared } from '../../../scripts/prepare.js'
import { backup, backupForUpgrade, move, nightly, verify } from './backup-commands.ts'
import { enable, invite, listStaff, removeSecondFactor, resetPassword } from './site-commands.ts'

type Place = Pick<Awaited<ReturnType<typeof createTestPlace>>, 'dataDir' | 'config'>

/** Starts the command line as `npx atrium` does, with the settings of a site. */
function start(place: Place, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [programs.commandLine, ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: place.dataDir,
      ...(place.config.kind === 'postgres' && { DATABASE_URL: place.config.url }),
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.error += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, said, ended }
}

/** Runs a command to its end. @returns its exit code and output */
async function atrium(place: Place, args: string[], env?: Record<string, string>) {
  const { said, ended } = start(place, args, env)
  return { code: await ended, ...said }
}

async function newPlace(template?: string) {
  const place = await createTestPlace(template)
  onTestFinished(place.remove)
  return place
}

async function newSite() {
  const place = await newPlace()
  await fill(place.config)
  return place
}

async function fill(config: DatabaseConfig) {
  const database = await connect(config)
  await migrate(database)
  await addAwkwardRows(database)
  await database.close()
}

test('prints results and errors, with exit codes', async () => {
  const place = await newPlace('template0')
  const answers = await Promise.all([
    atrium(place, ['restore', '--help']),
    atrium(place, ['verify']),
    atrium(place, ['backup'], { PORT: 'abc' }),
    atrium(place, ['backup']),
  ])
  expect(answers).toEqual([
    { code: 0, out: expect.stringContaining('--replace'), error: '' },
    { code: 2, out: '', error: 'atrium: verify needs a file (atrium --help)\n' },
    { code: 1, out: '', error: 'atrium: PORT must be a port number\n' },
    { code: 1, out: '', error: expect.stringMatching(/^atrium: .* contains no site\n$/) },
  ])
})

/** Prints the largest memory of a process at its end, in MB. */
const watchMemory = `data:text/javascript,process.on('exit',()=>console.log('peak',process.resourceUsage().maxRSS>>10))`

test('a hostile archive or path gets one line, within 256 MB of memory', { tags: 'all' }, async () => {
  const place = await newPlace('template0')
  const at = (name: string) => join(place.dataDir, name)
  const site = await newSite()
  await writeBackup(site.config, at('site.zip'))
  const whole = filesOf(await contentOf(at('site.zip')))
  const megabytes = function* (piece: string, count: number) {
    for (let index = 0; index < count; index++) yield piece.repeat((1024 * 1024) / piece.length)
  }
  const largeRows = function* (count: number) {
    for (let index = 0; index < count; index++) {
      yield `{"id":"${index}","name":"`
      yield* megabytes('x', 30)
      yield '"}\n'
    }
  }
  const bombs: Record<string, Record<string, string | Iterable<string>>> = {
    'long-line.zip': { ...whole, 'tables/users.ndjson': megabytes('a', 96) },
    'deep-line.zip': { ...whole, 'tables/users.ndjson': megabytes('[', 30) },
    'wide-line.zip': { ...whole, 'tables/users.ndjson': megabytes('{"a":1,"b":1},{}', 30) },
    'large-rows.zip': { ...whole, 'tables/users.ndjson': largeRows(6) },
    'long-manifest.zip': { 'manifest.json': megabytes(' ', 96) },
    'deep-manifest.zip': { 'manifest.json': megabytes('[', 3) },
  }
  await Promise.all(Object.entries(bombs).map(([name, files]) => writeSealed(at(name), files)))
  await mkdir(at('folder.zip'))
  const calls = Object.keys(bombs).map((name) => ['restore', at(name)])
  calls.push(['verify', at('long-line.zip')], ['verify', at('folder.zip')])
  for (const args of calls) {
    const { code, out, error } = await atrium(place, args, { NODE_OPTIONS: `--import="${watchMemory}"` })
    expect({ code, error }, args.join(' ')).toEqual({ code: 1, error: expect.stringMatching(/^atrium: [^\n]+\n$/) })
    expect(Number(/peak (\d+)/.exec(out)?.[1]), args.join(' ')).toBeLessThan(256)
  }
  for (const file of ['/nonexistent/x.zip', at('site.zip/x.zip')])
    expect(await atrium(site, ['backup', file]), file).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^atrium: [^\n]+ cannot be written \(E[A-Z]+\)\n$/),
    })
})

/** Without what the database knows of its backups, which a restore notes. */
async function siteIn({ config }: Place) {
  const { settings = [], ...tables } = await dumpOf(config)
  return { ...tables, settings: settings.filter((row) => !row.includes('"name","backup"')) }
}

test('a kill at any moment of a restore leaves the former site or the restored one', {
  tags: 'all',
}, async () => {
  const place = await newSite()
  const file = join(place.dataDir, 'site.zip')
  expect(await atrium(place, ['backup', file])).toMatchObject({ code: 0, error: '' })
  const restored = await siteIn(place)
  const database = await connect(place.config)
  await database.db.deleteFrom('contactRequests').execute()
  await database.close()
  const former = await siteIn(place)

  const began = performance.now()
  const whole = await newPlace('template0')
  expect(await atrium(whole, ['restore', file])).toMatchObject({ code: 0, error: '' })
  // The restored backup is the last one that is known to be good.
  await using copy = await connect(whole.config)
  expect(await readBackupState(copy)).toMatchObject({ file, goodAt: expect.any(String), rows: expect.any(Number) })
  const takes = performance.now() - began
  for (const part of [0.6, 0.75, 0.9]) {
    const { child, ended } = start(place, ['restore', file, '--replace'])
    await wait(takes * part)
    child.kill('SIGKILL')
    await ended
    const found = await siteIn(place)
    expect([former, restored]).toContainEqual(found)
  }
  // Files of killed commands do not disturb.
  expect(await atrium(place, ['restore', file, '--replace'])).toMatchObject({ code: 0, error: '' })
  expect(await siteIn(place)).toEqual(restored)
  expect((await atrium(place, ['list'])).out).toMatch(/-replaced\.zip/)
})

test('upgrades remove older upgrade backups, and no manual ones', async () => {
  const { dataDir, config: database } = await newSite()
  const folder = join(dataDir, 'backups')
  await mkdir(folder)
  const former = [1, 2, 3, 4, 5].map((day) => `atrium-2026010${day}-100000-upgrade.zip`)
  const asked = 'atrium-20250101-100000-manual.zip'
  for (const name of [...former, asked]) await writeFile(join(folder, name), '')
  const said = await backupForUpgrade({ ...readConfig({ DATA_DIR: dataDir, BACKUP_AT: 'off' }), database })
  const [, made = ''] = /([^/]+-upgrade\.zip): \d+ rows/.exec(said) ?? []
  expect((await readdir(folder)).sort()).toEqual([asked, ...former.slice(1), made])
})

test('moves a site into PostgreSQL and does not change the old one', async ({ skip }) => {
  const target = await newPlace('template0')
  if (target.config.kind !== 'postgres') return skip('There is no server')
  // A site in SQLite, and the empty database.
  const { dataDir } = target
  const sqlite = { kind: 'sqlite' as const, file: join(dataDir, 'atrium.sqlite') }
  await fill(sqlite)
  const before = await dumpOf(sqlite)
  const config = { ...readConfig({ DATA_DIR: dataDir }), database: sqlite }
  await move(config, target.config.url)
  expect(await dumpOf(target.config)).toEqual(before)
  expect(await dumpOf(sqlite)).toEqual(before)
  expect(await listBackups(dataDir)).toEqual([])
  await expect(move(config, target.config.url)).rejects.toThrow(/holds a site already/)
})

test('invites, resets and enables with links that work once', async () => {
  const site = await startTestApp({ publicUrl: 'https://www.acme.example' })
  onTestFinished(site.close)
  const { config } = site
  const password = 'seven lamps on the quay'
  const use = async (out: string) => {
    const [, token = ''] = /#\/admin\/(?:reset-password|welcome)\?token=([\w-]+)/.exec(out) ?? []
    return (await site.post('/api/identity/reset', { token, password })).status
  }
  const signIn = async () => (await site.post('/api/identity/sign-in', { email: 'meera@example.com', password })).status

  const invited = await invite(config, 'Meera@example.com', 'Meera Kulkarni', 'editor')
  expect(await listStaff(config)).toMatch(/^meera@example\.com {2}invited until \d+ \w{3} {2}editor {2}Meera Kulkarni$/)
  expect([await use(invited), await signIn(), await use(invited)]).toEqual([200, 200, 422])
  await expect(invite(config, 'meera@example.com', 'Meera', 'owner')).rejects.toThrow(/is a user already/)
  await expect(invite(config, 'meera@evil.com', 'Meera', 'owner')).rejects.toThrow(/example\.com/)

  await site.database.db.updateTable('users').set({ active: false }).execute()
  await expect(resetPassword(config, 'meera@example.com')).rejects.toThrow(/is deactivated; atrium admin enable/)
  expect(await listStaff(config)).toBe('meera@example.com  deactivated  editor  Meera Kulkarni')
  expect(await enable(config, 'MEERA@example.com')).toMatch(/has access again$/)
  // Without the environment of the site the link has the address that the site has used last.
  const elsewhere = { ...config, publicUrl: 'http://localhost:3000', hasPublicUrl: false }
  const linkWith = async (settings: typeof config) => (await resetPassword(settings, 'meera@example.com')).split('\n')
  expect(await linkWith(elsewhere)).toEqual([
    expect.anything(),
    expect.stringMatching(/^https:\/\/www\.acme\.example\/#/),
  ])
  expect((await linkWith({ ...elsewhere, hasPublicUrl: true }))[1]).toMatch(/^http:\/\/localhost:3000\/#/)
  await site.database.db.deleteFrom('settings').where('name', '=', 'publicUrl').execute()
  expect((await linkWith(elsewhere)).slice(2)).toEqual([
    "PUBLIC_URL is not set, so the link begins with http://localhost:3000. Put the site's own address in its place.",
  ])
  const reset = await resetPassword(config, 'meera@example.com')
  expect([await use(reset), await signIn(), await use(reset)]).toEqual([200, 200, 422])

  const { identity } = site
  if (identity.kind !== 'embedded') throw new Error('The accounts of this site are its own')
  const { uid = '' } = (await identity.findAccountByEmail('meera@example.com')) ?? {}
  const { secret } = await identity.secondFactor.begin(uid, { issuer: 'Acme Cloud', label: 'meera' })
  await identity.secondFactor.confirm(uid, new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  expect(await signIn()).toBe(403)
  const passkey = { id: 'x', userId: uid, credentialId: 'x', publicKey: Buffer.from('x'), counter: 0, name: 'Laptop' }
  const row = identityPasskeys.encode({ ...passkey, transports: [], createdAt: new Date().toISOString() })
  await site.database.db
    .insertInto('identityPasskeys')
    .values({ ...row, lastUsedAt: null })
    .execute()
  expect(await removeSecondFactor(config, 'meera@example.com')).toMatch(/with only the password$/)
  expect(await identity.hasSecondFactor(uid)).toBe(false)
  const told = site.database.db.selectFrom('deliveries').select('kind').where('subjectId', '=', uid)
  expect(await told.execute()).toContainEqual({ kind: 'accountNotice' })
  expect([await signIn(), await removeSecondFactor(config, 'meera@example.com')]).toEqual([
    200,
    'meera@example.com has no two-factor authentication',
  ])

  const atFirebase = readConfig({
    DATA_DIR: config.dataDir,
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'x',
    FIREBASE_API_KEY: 'x',
  })
  const firebase = { ...config, identity: atFirebase.identity }
  await expect(resetPassword(firebase, 'meera@example.com')).rejects.toThrow(/^The accounts are at Firebase/)
  await expect(invite(firebase, 'asha@example.com', 'Asha', 'owner')).rejects.toThrow(/^The accounts are at Firebase/)
})

test('each night makes a backup, tries it, and hands it to BACKUP_COMMAND', async ({ skip }) => {
  if (!isPrepared()) skip('There is no build of the current source, which renders the pages')
  const place = await newSite()
  const { dataDir } = place
  const stateOf = async () => {
    const database = await connect(place.config)
    return readBackupState(database).finally(() => database.close())
  }
  const copy = join(dataDir, 'copy.zip')
  const configWith = (command: string) => ({
    ...readConfig({ DATA_DIR: dataDir, BACKUP_COMMAND: command }),
    database: place.config,
  })
  expect(await nightly(configWith(`cp "$BACKUP_FILE" "${copy}"`))).toMatch(/-nightly\.zip is whole$/)
  const good = await stateOf()
  expect(good).toMatchObject({ goodAt: expect.any(String), rows: expect.any(Number), copiedAt: expect.any(String) })
  expect(await readFile(copy)).toEqual(await readFile(good.file ?? ''))
  expect(await verify(configWith(''), basename(good.file ?? ''))).toMatch(/is whole: /)
  await expect(verify(configWith(''), 'elsewhere.zip')).rejects.toThrow(/^There is no .*elsewhere\.zip .*atrium list/)
  // Nothing of the trial is left.
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => !name.endsWith('.zip'))).toEqual([])

  const error = 'The copy has failed (BACKUP_COMMAND has ended with code 3); the backup itself is good'
  await expect(nightly(configWith('exit 3'))).rejects.toThrow(error)
  expect(await stateOf()).toMatchObject({ error, onlyCopyFailed: true, copiedAt: good.copiedAt })
  expect((await stateOf()).goodAt).not.toBe(good.goodAt)
  await expect(backup(configWith(''), copy)).rejects.toThrow(/exists already/)

  // A site that cannot be rendered. Attempts that fail do not fill the disk, and no good backup makes room for them.
  const { file = '' } = await stateOf()
  const database = await connect(place.config)
  const row = { id: 'home', fields: 'null', version: 1, updatedAt: new Date().toISOString() }
  await database.db.insertInto('siteSettings').values(row).execute()
  await database.close()
  for (let attempt = 0; attempt < 2; attempt++) await expect(nightly(configWith(''))).rejects.toThrow()
  const failed = await stateOf()
  expect(failed).toMatchObject({ file, error: expect.any(String) })
  expect(failed.onlyCopyFailed).toBeUndefined()
  expect((await readdir(join(dataDir, 'backups'))).sort()).toEqual([basename(file), 'failed.zip'])
})

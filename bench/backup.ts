// Kills backups, restores and moves at random moments: `node bench/backup.ts [kills]`. The source must be unharmed, the target whole or refused.
// It takes some minutes, needs the build, and prints one line a kind; KILL_SEED repeats a run.
import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openBackup } from '#server/backup/read-backup.ts'
import type { DatabaseConfig } from '#server/config/config.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { dumpOf } from '#testing/backup-scenario.ts'
import { addManyRows } from '#testing/many-rows.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { randomFrom } from '#ui/drawing/shapes.ts'

type Site = { dataDir: string; url?: string }

const kills = Number(process.argv[2] ?? 50)
const seed = process.env['KILL_SEED'] ?? String(Date.now())
const random = randomFrom(seed)
const folder = await mkdtemp(join(tmpdir(), 'atrium-kills-'))
const server = await startPostgresServer()

function start({ dataDir, url }: Site, args: string[]) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const child = spawn(process.execPath, ['dist/server/cli.js', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let error = ''
  child.stderr.on('data', (chunk) => {
    error += chunk
  })
  return {
    child,
    ended: new Promise<string>((resolve) => child.on('close', (code) => resolve(code === 0 ? '' : error || 'killed'))),
  }
}

const configOf = ({ dataDir, url }: Site): DatabaseConfig =>
  url === undefined ? { kind: 'sqlite', file: join(dataDir, 'atrium.sqlite') } : { kind: 'postgres', url }
const textOf = async (site: Site) => JSON.stringify(await dumpOf(configOf(site)))

async function emptyDatabase(name: string): Promise<string> {
  const client = new pg.Client(`${server.url}/postgres`)
  await client.connect()
  await client.query(`drop database if exists "${name}" with (force)`)
  await client.query(`create database "${name}" template template0`)
  await client.end()
  return `${server.url}/${name}`
}

/** Runs a command once to its end, then kills it again and again at a random moment. @returns how often `check` found the work done */
async function killOften(
  what: string,
  prepare: () => Promise<{ site: Site; args: string[] }>,
  check: () => Promise<'done' | 'undone'>,
) {
  const { site, args } = await prepare()
  const began = performance.now()
  const failed = await start(site, args).ended
  if (failed) throw new Error(`${what}: ${failed}`)
  const takes = performance.now() - began
  const found = { done: 0, undone: 0 }
  for (let kill = 0; kill < kills; kill++) {
    const again = await prepare()
    const { child, ended } = start(again.site, again.args)
    await wait(random.between(0.05, 1) * takes)
    child.kill('SIGKILL')
    await ended
    found[await check()]++
  }
  console.log(
    `${what} (${Math.round(takes)} ms): ${kills} kills, ${found.done} after the work was done, ${found.undone} before; nothing in between`,
  )
}

function same(what: string, found: string, ...wanted: string[]): number {
  const index = wanted.indexOf(found)
  if (index < 0) throw new Error(`${what} is neither whole nor as before (KILL_SEED=${seed})`)
  return index
}

try {
  console.log(`KILL_SEED=${seed}`)
  const source: Site = { dataDir: join(folder, 'source') }
  await cp('docs', source.dataDir, { recursive: true, filter: (path) => path === 'docs' })
  const database = await connect(configOf(source))
  await migrate(database)
  await addManyRows(database, { publicUrl: 'http://localhost:3000' }, 1_000)
  await database.close()
  const whole = await textOf(source)
  const file = join(folder, 'site.zip')
  const failed = await start(source, ['backup', file]).ended
  if (failed) throw new Error(failed)
  console.log(`A site of 1,000 posts; its backup has ${Math.round((await stat(file)).size / 1e6)} MB`)

  const made = join(folder, 'made.zip')
  await killOften(
    'backup',
    async () => {
      await rm(made, { force: true })
      return { site: source, args: ['backup', made] }
    },
    async () => {
      same('The source', await textOf(source), whole)
      if (!(await stat(made).catch(() => null))) return 'undone'
      ;(await openBackup(made)).close()
      return 'done'
    },
  )

  const target: Site = { dataDir: join(folder, 'target') }
  await cp(source.dataDir, target.dataDir, { recursive: true })
  await connect(configOf(target)).then(async (former) => {
    await former.db.deleteFrom('contactRequests').execute()
    await former.close()
  })
  const former = await textOf(target)
  const formerFile = join(target.dataDir, 'atrium.sqlite')
  await cp(formerFile, join(folder, 'former.sqlite'))
  await killOften(
    'restore into SQLite',
    async () => {
      for (const part of ['-wal', '-shm']) await rm(formerFile + part, { force: true })
      await rm(join(target.dataDir, 'backups'), { recursive: true, force: true })
      await cp(join(folder, 'former.sqlite'), formerFile)
      return { site: target, args: ['restore', file, '--replace'] }
    },
    async () => (same('The target', await textOf(target), former, whole) === 0 ? 'undone' : 'done'),
  )

  const name = 'target'
  const empty = '{}'
  const inPostgres: Site = { dataDir: target.dataDir, url: `${server.url}/${name}` }
  await killOften(
    'move into PostgreSQL',
    async () => ({ site: source, args: ['move', '--to', await emptyDatabase(name)] }),
    async () => {
      same('The source', await textOf(source), whole)
      return same('The target', await textOf(inPostgres), empty, whole) === 0 ? 'undone' : 'done'
    },
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

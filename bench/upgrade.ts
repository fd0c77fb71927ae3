// Upgrades the real program from the present commit to a later one, and to one that does not start: `node bench/upgrade.ts`. It installs the
// packages three times, so it takes some minutes and needs npm's registry or its cache. `src/testing/upgrade.unit.test.ts` tries the steps out quickly.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'atrium-upgrade-')))
const remote = join(folder, 'remote')
const base = join(folder, 'opt')
const dataDir = join(base, 'data')
const url = `http://localhost:${await freePort()}`
const env = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATA_DIR: dataDir,
  PORT: new URL(url).port,
  ADMIN_PASSWORD: 'four rivers meet at dawn',
}
const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const git = (...args: string[]) => run(remote, 'git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args)

const [stop, start] = [
  `kill $(cat "$DATA_DIR/../pid"); while kill -0 $(cat "$DATA_DIR/../pid") 2>/dev/null; do sleep 0.1; done`,
  `cd "$DATA_DIR/../current" && (node_modules/node/bin/node dist/server/main.js >>"$DATA_DIR/../log" 2>&1 & echo $! >"$DATA_DIR/../pid")`,
]

/** Commits a version to the remote whose database has one table more. */
async function commit(version: string, edits: Record<string, (text: string) => string>) {
  for (const [name, edit] of Object.entries(edits)) {
    const path = join(remote, name)
    await writeFile(path, edit(await readFile(path, 'utf8').catch(() => '')))
  }
  git('add', '-A')
  git('commit', '-q', '-m', version)
  git('tag', version)
}
const withMigration = (name: string) => {
  const table = `later${name.slice(0, 4)}`
  return {
    [`src/server/database/migrations/${name}.ts`]: () =>
      `import { makeTables, type Migration } from './make-table.ts'
export const ${table}: Migration = {
  name: '${name}',
  async up(db, kind) {
    await makeTables(db, kind, { ${table}: { key: ['id'], columns: { id: 'text' } } })
  },
}\n`,
    'src/server/database/migrations/all.ts': (text: string) => `${text}export { ${table} } from './${name}.ts'\n`,
  }
}

const fetched = async (path: string) => (await fetch(url + path)).json()
function expectSame(what: string, found: unknown, wanted: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  console.log(`${what}: ${JSON.stringify(found)}`)
}

async function upgrade(version: string): Promise<number | null> {
  const began = performance.now()
  let pauses = 0
  const child: ChildProcess = spawn(
    'npm',
    ['run', 'upgrade', '--', version, '--stop', stop, '--start', start, '--wait', '60'],
    {
      cwd: join(base, 'current'),
      env,
      stdio: 'inherit',
    },
  )
  const timer = setInterval(() => void fetch(`${url}/healthz`).catch(() => pauses++), 250)
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  clearInterval(timer)
  console.log(
    `${version}: ended with ${code} after ${Math.round((performance.now() - began) / 1_000)} s; without an answer for ${pauses / 4} s`,
  )
  return code
}

try {
  for (const name of ['releases', 'data']) await mkdir(join(base, name), { recursive: true })
  run(folder, 'git', 'clone', '-q', process.cwd(), remote)
  git('checkout', '-q', '-b', 'upgrades')
  git('tag', 'v1')
  await commit('v2', withMigration('9001-later'))
  await commit('v3', {
    ...withMigration('9002-bad'),
    'src/app/server/serve.ts': (text) => text.replace('  stopOnSignal(', "  fail('it is broken')\n  stopOnSignal("),
  })
  run(folder, 'git', 'clone', '-q', '-b', 'v1', remote, join(base, 'releases/v1'))
  await symlink('releases/v1', join(base, 'current'))
  console.log(run(join(base, 'releases/v1'), 'node', 'scripts/atrium.js', '--version'))
  execFileSync('sh', ['-c', start ?? ''], { env, stdio: 'ignore' })
  for (let left = 240; left > 0 && !(await fetch(`${url}/readyz`).catch(() => null))?.ok; left--)
    await new Promise((resolve) => setTimeout(resolve, 250))
  const { version: first } = await fetched('/healthz')
  const { totalPages } = await fetched('/api/blogs')
  const page = await (await fetch(url)).text()
  const script = /\/assets\/client-[\w-]+\.js/.exec(page)?.[0] ?? ''

  expectSame('The upgrade ends with', await upgrade('v2'), 0)
  const { version: second } = await fetched('/healthz')
  expectSame('The version is another', second !== first, true)
  expectSame('Pages of posts', (await fetched('/api/blogs')).totalPages, totalPages)
  expectSame('A page that was open finds its script', (await fetch(url + script)).status, 200)

  expectSame('The broken upgrade ends with', await upgrade('v3'), 1)
  expectSame('The version is', (await fetched('/healthz')).version, second)
  expectSame('Pages of posts', (await fetched('/api/blogs')).totalPages, totalPages)
} finally {
  execFileSync('sh', ['-c', `${stop} || true`], { env, stdio: 'ignore' })
  console.log(await readFile(join(base, 'log'), 'utf8').catch(() => ''))
  await rm(folder, { recursive: true })
}

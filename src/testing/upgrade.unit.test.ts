import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'

/**
 * A program of the smallest size that `scripts/upgrade.js` can bring in: its database is a file with one line for each migration, a
 * backup is a copy of it. `bench/upgrade.ts` does the same with the real program.
 */
const program = {
  'package.json': '{ "type": "module" }',
  'src/server/database/migrations/1.ts': '',
  'dist.template.js': `import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
const [command, file] = process.argv.slice(2)
// Only these are cleared away by later upgrades.
if (command === 'backup' && file !== '--upgrade') process.exit(1)
const { DATA_DIR: data } = process.env
const here = new URL('..', import.meta.url).pathname
if (command === '--version') console.log(readFileSync(here + 'version', 'utf8'))
if (command === 'verify' && existsSync(here + 'fails-its-trial')) process.exit(1)
if (command === 'restore') copyFileSync(file, data + '/database')
if (command === 'backup') {
  const path = data + '/backup-' + Date.now()
  copyFileSync(data + '/database', path)
  console.log(path + ': 1 row')
}`,
  'scripts/atrium.js': `import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
if (existsSync('does-not-build')) process.exit(1)
mkdirSync('node_modules/node/bin', { recursive: true })
symlinkSync(process.execPath, 'node_modules/node/bin/node')
mkdirSync('dist', { recursive: true })
copyFileSync('dist.template.js', 'dist/atrium.js')
console.log('Building …\\n' + readFileSync('version', 'utf8'))`,
  'serve.js': `import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
writeFileSync(process.env.DATA_DIR + '/database', readdirSync('src/server/database/migrations').join())
if (existsSync('does-not-start')) process.exit(1)
const version = readFileSync('version', 'utf8')
createServer((_, answer) => answer.end(JSON.stringify({ version }))).listen(Number(process.env.PORT), 'localhost')`,
}

let folder: string
let base: string
let env: Record<string, string | undefined>
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: join(folder, 'remote'),
    stdio: 'ignore',
  })

/** Commits a version of the program to the remote. */
function release(version: string, files: Record<string, string> = {}) {
  for (const [name, content] of Object.entries({ ...program, version, ...files })) {
    const path = join(folder, 'remote', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  git('add', '-A')
  git('commit', '-m', version)
  git('tag', version)
  git('rm', '-q', '-r', '.')
}

const [stop, start] = [
  `test ! -e "$DATA_DIR/pid" || kill $(cat "$DATA_DIR/pid")`,
  `cd "$DATA_DIR/../current" && ("${process.execPath}" serve.js >/dev/null 2>&1 & echo $! >"$DATA_DIR/pid")`,
]

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-upgrade-')))
  base = join(folder, 'opt')
  for (const name of ['remote/scripts', 'opt/releases', 'opt/data']) mkdirSync(join(folder, name), { recursive: true })
  git('init', '-q')
  const scripts = { 'scripts/upgrade.js': '', 'scripts/prepare.js': '' }
  for (const name of Object.keys(scripts)) Object.assign(program, { [name]: readFileSync(name, 'utf8') })
  release('v1')
  release('v2')
  release('v3', { 'does-not-start': '', 'src/server/database/migrations/2.ts': '' })
  release('v4', { 'fails-its-trial': '' })
  release('v5', { 'does-not-build': '' })
  execFileSync('git', ['clone', '-q', '-b', 'v1', join(folder, 'remote'), join(base, 'releases/v1')], {
    stdio: 'ignore',
  })
  execFileSync(process.execPath, ['scripts/atrium.js'], { cwd: join(base, 'releases/v1'), stdio: 'ignore' })
  symlinkSync('releases/v1', join(base, 'current'))
  env = { PATH: process.env['PATH'], HOME: folder, DATA_DIR: join(base, 'data'), PORT: String(await freePort()) }
  execFileSync('sh', ['-c', start], { env, stdio: 'ignore' })
})
afterAll(() => {
  execFileSync('sh', ['-c', `${stop} || true`], { env, stdio: 'ignore' })
  rmSync(folder, { recursive: true })
})

/** @param wait how many seconds a version may take to answer: one that never does takes them all */
async function upgrade(version: string, wait = 60) {
  const args = ['scripts/upgrade.js', version, '--stop', stop, '--start', start, '--wait', String(wait)]
  const child = spawn(process.execPath, args, { cwd: realpathSync(join(base, 'current')), env })
  const [said, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { said, error }
}
const running = async () => (await (await fetch(`http://localhost:${env['PORT']}`)).json()).version
const current = () => realpathSync(join(base, 'current')).split('/').at(-1)
const database = () => readFileSync(join(base, 'data/database'), 'utf8')

test('an upgrade is in use once it answers', async () => {
  // A page that is open now needs this file.
  const [assets, former] = ['releases/v1', 'releases/v2'].map((name) => join(base, name, 'dist/client/assets'))
  mkdirSync(assets ?? '', { recursive: true })
  writeFileSync(join(assets ?? '', 'client-1.js'), '1')
  const { said, error } = await upgrade('v2')
  expect(error).toBe('')
  expect(said).toMatch(/The site runs v2\. The version before is in \S+\/releases\/v1\.\n$/)
  expect([current(), await running(), database()]).toEqual(['v2', 'v2', '1.ts'])
  expect(readdirSync(former ?? '')).toEqual(['client-1.js'])
})

test('a version that does not start is rolled back, including its migrations', async () => {
  const { error } = await upgrade('v3', 6)
  expect(error).toMatch(
    /does not answer as v3\. Rolling back …\n(.*\n)*upgrade: v3 was not installed; the site runs as before/,
  )
  expect([current(), await running(), database()]).toEqual(['v2', 'v2', '1.ts'])
})

test.each([
  ['v4', 'The trial of v4 has failed'],
  ['v5', 'Building the version has failed'],
  ['v9', 'Fetching v9 from \\S+/remote has failed'],
  ['v2', 'v2 is already running'],
])('the site goes on when %s is no good', { tags: 'all' }, async (version, message) => {
  expect((await upgrade(version)).error).toMatch(new RegExp(`^upgrade: ${message}$`, 'm'))
  expect([current(), await running()]).toEqual(['v2', 'v2'])
})

test('a program in another place, or one that holds its data, is refused in one line', async () => {
  const other = join(folder, 'elsewhere')
  cpSync(join(base, 'releases/v1'), other, { recursive: true })
  const say = (cwd: string, more: object) =>
    text(spawn(process.execPath, ['scripts/upgrade.js', 'v2'], { cwd, env: { ...env, ...more } }).stderr)
  expect(await say(other, {})).toMatch(/^upgrade: The program must be in a folder such as .*; it is in \S+elsewhere\n$/)
  const here = join(base, 'releases/v2')
  expect(await say(here, { DATA_DIR: 'data' })).toMatch(
    /^upgrade: DATA_DIR must be set to a folder outside the program.*\n$/,
  )
  expect(await say(here, { SITE_DIR: join(here, 'site') })).toMatch(
    /^upgrade: SITE_DIR must be set to a folder outside.*\n$/,
  )
  expect(await say(here, { DATA_DIR: undefined })).toMatch(/^upgrade: DATA_DIR is not set: .*\n$/)
})

test('a branch is brought in each time it has moved on', { tags: 'all' }, async () => {
  git('branch', 'stable', 'v2')
  expect((await upgrade('stable')).error).toBe('upgrade: stable is already running\n')
  for (const version of ['v6', 'v7']) {
    release(version)
    git('branch', '-f', 'stable')
    expect((await upgrade('stable')).error).toBe('')
    expect(await running()).toBe(version)
    expect(current()).toMatch(/^stable-[\da-f]{8}$/)
  }
})

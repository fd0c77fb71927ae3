// `npm run upgrade -- v1.4`: installs a version while the current one serves, and rolls back if the new one fails to start.
// The folders are those of docs/deploy.md: `releases/` with a folder for each version, and `current`, a link to the running one. Plain
// JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { isIPv6 } from 'node:net'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pinnedNode, root } from './prepare.js'

const usage = `npm run upgrade -- version [--stop command] [--start command] [--url address] [--wait seconds]

  version   a tag, branch or commit of the remote "origin"
  --stop    stops the site             (systemctl stop atrium)
  --start   starts it again            (systemctl start atrium)
  --url     where the site answers     (http://{HOST}:{PORT})
  --wait    how long the new version may take to answer, its migrations included   (180)

Run it with the environment of the site.`

class UpgradeError extends Error {}

function readArguments() {
  const { HOST = 'localhost', PORT = '3000' } = process.env
  const name = HOST.replace(/^\[(.+)\]$/, '$1')
  const host = name === '0.0.0.0' || name === '::' ? 'localhost' : isIPv6(name) ? `[${name}]` : name
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        stop: { type: 'string', default: 'systemctl stop atrium' },
        start: { type: 'string', default: 'systemctl start atrium' },
        url: { type: 'string', default: `http://${host}:${PORT}` },
        wait: { type: 'string', default: '180' },
      },
    })
    const [version, ...more] = positionals
    if (version && more.length === 0 && /^[\w][\w.+/-]*$/.test(version)) return { version, ...values }
  } catch (error) {
    console.error(error.message)
  }
  console.error(usage)
  process.exit(2)
}

/** Shows its errors. @returns its output */
function run(command, args, { what, ...options }) {
  const { status, stdout, error } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  if (error || status !== 0) throw new UpgradeError(`${what} has failed${error ? `: ${error.message}` : ''}`)
  return stdout?.trim() ?? ''
}

const git = (what, ...args) => run('git', args, { what, cwd: root })

/** A program of the operator, such as `systemctl stop atrium`. Its output is shown. */
const runForOperator = (command) => run(command, [], { what: command, shell: true, stdio: 'inherit' })

function checkFolders() {
  const releases = dirname(root)
  const link = join(dirname(releases), 'current')
  if (basename(releases) !== 'releases' || !existsSync(link) || realpathSync(link) !== realpathSync(root))
    throw new UpgradeError(
      `The program must be in a folder such as /opt/atrium/releases/v1, with a link /opt/atrium/current to it (docs/deploy.md); it is in ${root}`,
    )
  for (const [name, inside] of [
    ['DATA_DIR', './data'],
    ['SITE_DIR', './site'],
  ]) {
    const path = process.env[name]
    if (path ? !isAbsolute(path) || !relative(root, path).startsWith('..') : existsSync(join(root, inside)))
      throw new UpgradeError(
        `${name} must be set to a folder outside the program, because each version has its own folder`,
      )
  }
  if (!process.env.DATA_DIR)
    throw new UpgradeError('DATA_DIR is not set: give this command the environment of the site')
  return { releases, link }
}

/** Runs the command line of a version as the account that owns the data. */
function atrium(release, what, ...args) {
  const { uid, gid } = statSync(process.env.DATA_DIR)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  return run(pinnedNode, [join(release, 'dist/atrium.js'), ...args], { what, cwd: release, ...account })
}

/** Fetches a version into a new folder, installs its packages and builds it. @returns its version as `/healthz` will say it */
function build(release, version) {
  const origin = git('Asking for the remote', 'remote', 'get-url', 'origin')
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release)
  const remote = /^[\w+.-]+:/.test(origin) ? origin : resolve(root, origin)
  const inRelease = (what, ...args) => run('git', args, { what, cwd: release })
  inRelease('Creating the folder', 'init', '--quiet')
  inRelease('Creating the folder', 'remote', 'add', 'origin', remote)
  inRelease(`Fetching ${version} from ${remote}`, 'fetch', '--quiet', '--depth', '1', 'origin', version)
  inRelease('Unpacking the version', 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
  // The build keeps the client's files that pages which are open now still need.
  for (const part of ['dist/client/assets', 'dist/former-assets.json'])
    if (existsSync(join(root, part)))
      cpSync(join(root, part), join(release, part), { recursive: true, preserveTimestamps: true })
  const printed = run('node', ['scripts/atrium.js', '--version'], { what: 'Building the version', cwd: release })
  return printed.split('\n').at(-1)
}

/** The folder of a version. A branch moves on, so its folder names the commit too. */
function folderOf(releases, version) {
  const [commit] = git(`Looking for ${version}`, 'ls-remote', 'origin', `refs/heads/${version}`).split(/\s/)
  if (commit && commit === git('Looking for the running version', 'rev-parse', 'HEAD')) return root
  return join(releases, [version.replaceAll('/', '-'), commit?.slice(0, 8)].filter(Boolean).join('-'))
}

const migrationsOf = (release) => readdirSync(join(release, 'src/server/database/migrations')).join()

function pointTo(link, release) {
  const next = `${link}.next`
  rmSync(next, { force: true })
  symlinkSync(relative(dirname(link), release), next)
  renameSync(next, link)
}

const backUp = () => atrium(root, 'The backup', 'backup', '--upgrade').split(': ')[0]

async function answers({ url, wait }, version) {
  const ask = async (path) => {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(5_000) })
    return { ok: answer.ok, ...(await answer.json()) }
  }
  for (const end = Date.now() + Number(wait) * 1_000; Date.now() < end; await sleep(500)) {
    try {
      if ((await ask('/healthz')).version === version && (await ask('/readyz')).ok) return true
    } catch {
      // It does not answer yet.
    }
  }
  return false
}

async function upgrade({ version, ...site }) {
  const { releases, link } = checkFolders()
  const release = folderOf(releases, version)
  if (release === root) throw new UpgradeError(`${version} is already running`)

  console.log(`Building ${version} in ${release}, while the site keeps running …`)
  const wanted = build(release, version)
  console.log(`Trying ${wanted} out with a backup of the site …`)
  atrium(release, `The trial of ${wanted}`, 'verify', backUp())

  console.log('Stopping the site …')
  runForOperator(site.stop)
  let before
  try {
    // The last state of the former version, since only a backup leads back from a migration.
    if (migrationsOf(release) !== migrationsOf(root)) before = backUp()
    pointTo(link, release)
    runForOperator(site.start)
    if (!(await answers(site, wanted))) throw new UpgradeError(`${site.url} does not answer as ${wanted}`)
  } catch (error) {
    console.error(`${error.message}. Rolling back …`)
    await goBack(site, link, before)
    throw new UpgradeError(`${version} was not installed; the site runs as before. Its folder is ${release}`)
  }
  const older = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && ![basename(release), basename(root)].includes(entry.name))
    .map(({ name }) => name)
  console.log(`The site runs ${wanted}. The version before is in ${root}.`)
  if (older.length > 0) console.log(`Older ones that can be removed from ${releases}: ${older.join(', ')}`)
}

async function goBack(site, link, before) {
  const former = atrium(root, 'Asking for the version', '--version')
  try {
    runForOperator(site.stop)
  } catch (error) {
    // It may have ended already.
    console.error(error.message)
  }
  pointTo(link, root)
  if (before) console.error(atrium(root, `Restoring ${before}`, 'restore', before, '--replace'))
  runForOperator(site.start)
  if (!(await answers(site, former)))
    throw new UpgradeError(
      `The previous version does not answer at ${site.url} either: see its log${before ? `; the last backup is ${before}` : ''}`,
    )
}

// The site's account must be able to read the installed and built files, whatever the shell's umask.
process.umask(0o022)
try {
  await upgrade(readArguments())
} catch (error) {
  if (!(error instanceof UpgradeError)) throw error
  console.error(`upgrade: ${error.message}`)
  process.exitCode = 1
}

// The first steps of every command: the packages of the lock file, and a build of the current source. Each leaves a stamp
// of its inputs, so a second start does nothing. Plain JavaScript that Node 20 understands.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// An older Node would install for a minute, and then fail with a trace.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Atrium needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

/** The Node that the lock file pins, regardless of the machine's version. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Lighthouse is large, so it is a package of its own that only its test installs. */
export const lighthouse = join(root, 'e2e', 'lighthouse')

const installStamp = join(root, 'node_modules', '.atrium-installed')
const buildStamp = join(root, 'dist', '.atrium-built')

/** Runs a command to its end, its output shown. Exits with its code when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error) {
    console.error(`${command} could not be started: ${error.message}`)
    process.exit(1)
  }
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Runs a command to its end. Shows its output at once, so that the outputs of several do not mix; with `stdio: 'inherit'`, as it comes.
 * @returns whether it succeeded
 */
export function runApart(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const output = []
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

const lockDigest = () => digest([join(root, 'package-lock.json')])

/** Whether `npm start` would serve at once: the packages are those of the lock file, and the build is of the current source. */
export const isPrepared = () => existsSync(buildStamp) && isInstalled(lockDigest()) && !changesSinceBuild()?.isStale

const isInstalled = (wanted) => existsSync(pinnedNode) && read(installStamp) === wanted

export function installIfNeeded() {
  const wanted = lockDigest()
  if (isInstalled(wanted)) return
  console.log('Installing packages (once, and again when they change) …')
  // The pinned Node satisfies the engines that the machine's own may not, so the warning does not apply.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'], {
    shell: process.platform === 'win32',
  })
  writeFileSync(installStamp, wanted)
}

const makers = /^(build|bundle|former-assets|launcher|packages|vite-plugins)\./

/** The files that the build is made of, with their size and times. Tests are not among them. */
function sources() {
  const scripts = filesBelow('scripts').filter((file) => makers.test(basename(file)))
  const files = ['src', 'public', 'content']
    .flatMap(filesBelow)
    .filter((file) => !/\.test\.tsx?$|[/\\]src[/\\]testing[/\\]/.test(file))
  const single = ['company.config.ts', 'package-lock.json', 'vite.config.ts'].map((name) => join(root, name))
  return [...files, ...scripts, ...single]
    .map((path) => ({ path, stats: statSync(path) }))
    .filter(({ stats }) => stats.isFile())
}

/**
 * The stamp of a build has two lines: the digest of the sources, and the state of their files. If the state is the same, nothing is read.
 * @returns both lines if one differs, and whether the content does
 */
function changesSinceBuild() {
  const files = sources()
  const looks = looksOf(files)
  const [builtContent, builtLooks] = read(buildStamp).split('\n')
  if (looks === builtLooks) return undefined
  const content = digestOf(files)
  const isStale = content !== builtContent
  return { stamp: `${content}\n${looks}`, isStale }
}

function stampBuild({ stamp }) {
  try {
    writeFileSync(buildStamp, stamp)
  } catch {
    // Where nothing may be written, the next start reads the files again.
  }
}

const building = 'Building (once, and again when the source changes) …'

export function buildIfNeeded() {
  const changes = changesSinceBuild()
  if (!changes) return
  if (changes.isStale) {
    console.log(building)
    run(pinnedNode, ['scripts/build.ts'])
  }
  stampBuild(changes)
}

/**
 * The same while other programs run.
 * @returns whether it succeeded
 */
export async function buildApartIfNeeded() {
  const changes = changesSinceBuild()
  if (!changes) return true
  if (changes.isStale) {
    console.log(building)
    if (!(await runApart(pinnedNode, ['scripts/build.ts']))) return false
  }
  stampBuild(changes)
  return true
}

/** Changes whenever a file is written, replaced, added or removed. */
function looksOf(files) {
  const lines = files.map(
    ({ path, stats: { size, mtimeMs, ctimeMs, ino } }) =>
      `${path.slice(root.length)}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`,
  )
  return createHash('sha256').update(lines.join('')).digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The files and folders below a folder. Every start calls it, so it joins a thousand paths in the fastest way. */
function filesBelow(folder) {
  const path = join(root, folder)
  return existsSync(path) ? readdirSync(path, { recursive: true }).map((name) => path + sep + name) : []
}

const digestOf = (files) => digest(files.map(({ path }) => path).sort())

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/**
 * Installs the packages of a folder that only some tests need, once. Nothing that they would build or fetch is needed.
 * @param what what they are, for the message
 */
export function installApart(folder, what) {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return
  console.log(`Installing ${what} for its test (once) …`)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder, shell: process.platform === 'win32' })
  if (status === 0) return
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  console.error(`${what} could not be installed.`)
  process.exit(1)
}

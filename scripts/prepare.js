// What every command needs first: the packages of the lock file, and a build of the present source. Each leaves a stamp of what it
// was made from, so that a second start does nothing. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

/** The Node that the lock file pins, whatever the machine's own is. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

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

const lockDigest = () => digest([join(root, 'package-lock.json')])

/** Whether `npm start` would serve at once: the packages are those of the lock file, and the build is of the present source. */
export const isPrepared = () => isInstalled(lockDigest()) && read(buildStamp) === sourceDigest()

const isInstalled = (wanted) => existsSync(pinnedNode) && read(installStamp) === wanted

export function installIfNeeded() {
  const wanted = lockDigest()
  if (isInstalled(wanted)) return
  console.log('Installing packages (once, and again when they change) …')
  // The pinned Node satisfies the engines that the machine's own may not, so the warning says nothing here.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'], {
    shell: process.platform === 'win32',
  })
  writeFileSync(installStamp, wanted)
}

function sourceDigest() {
  // What only the server or the tests read is no part of the build.
  const sources = ['src', 'public']
    .flatMap(filesBelow)
    .filter(
      (file) =>
        !/\.test\.tsx?$|[/\\]src[/\\](server|media|testing|app[/\\](server|ssr|sample-content))[/\\]|\.(server|table)\.ts$/.test(
          file,
        ),
    )
  const makers = [
    'package-lock.json',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/react-as-modules.ts',
    'scripts/sbom.ts',
    'scripts/site-chunk.ts',
  ]
  return digest([...sources, ...makers.map((file) => join(root, file))])
}

export function buildIfNeeded() {
  const wanted = sourceDigest()
  if (read(buildStamp) === wanted) return
  console.log('Building the pages (once, and again when the source changes) …')
  run(pinnedNode, ['scripts/build.ts'])
  writeFileSync(buildStamp, wanted)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function filesBelow(folder) {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort()
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

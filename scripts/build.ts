import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bootEntry, bundleScript } from '../src/app/web/bundle-script.ts'
import { bringFormerAssetsBack, putAssetsAside } from './former-assets.ts'
import { fontPackages, writeLicences, writeSbom } from './packages.ts'

const dist = process.env['ATRIUM_DIST'] ?? 'dist'
const client = join(dist, 'client')

/** Every text file of the client has compressed copies next to it, so serving one is reading one. */
async function compressTexts() {
  const names = await readdir(client, { recursive: true })
  const texts = names
    .filter((name) => /^(assets\/.*\.(js|css|svg)|[^/]*\.js)$/.test(name))
    .map((name) => join(client, name))
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(file)
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** On a machine with less memory, in bytes, the bundler works on one file at a time, which needs a fifth less of it. */
const roomy = 2e9
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const frugal = {
  MALLOC_ARENA_MAX: '1',
  RAYON_NUM_THREADS: '1',
  ROLLDOWN_WORKER_THREADS: '1',
  ROLLDOWN_MAX_BLOCKING_THREADS: '2',
}

/** @returns the folders of the packages whose code is in this part */
async function bundle(part: 'client' | 'server'): Promise<string[]> {
  const env = { ...process.env, ...(memory < roomy && frugal) }
  const child = fork('scripts/bundle.ts', [part, dist], { env, execArgv: ['--max-semi-space-size=2'] })
  let packages: string[] = []
  child.on('message', (sent) => {
    packages = sent as string[]
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return packages
  if (signal === 'SIGKILL')
    console.error(
      'The build was killed, probably for lack of memory. It needs 1 GB with nothing else running, or swap.',
    )
  process.exit(1)
}

/** The code that draws while a visitor types, in one file apart from the client: the boot script knows its address. */
const buildDrawing = async () => writeFile(join(client, 'draw.js'), await bundleScript('src/web/draw.ts', 'module'))

const buildBootScript = async () => writeFile(join(dist, 'boot.js'), await bundleScript(bootEntry, 'classic'))

/** Files that the server reads at run time, so that the build runs without the source. */
async function copyContent() {
  const folder = join(dist, 'content')
  await rm(folder, { recursive: true, force: true })
  await cp('content', folder, { recursive: true })
}

/** The version, and in a checkout the commit, for `/healthz`, the System screen and backups. */
async function writeVersion() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  let commit = ''
  try {
    const describe = ['describe', '--always', '--dirty', '--exclude=*']
    commit = `+${execFileSync('git', describe, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`
  } catch {
    // A folder without git.
  }
  await writeFile(join(dist, 'version.json'), `${JSON.stringify({ version: version + commit })}\n`)
}

await putAssetsAside(dist)
const packages = [...(await bundle('client')), ...(await bundle('server'))]
await buildDrawing()
const bundled = new Set([...packages, ...(await fontPackages())].sort())
await Promise.all([
  buildBootScript(),
  compressTexts(),
  copyContent(),
  ...['atrium.js', 'server/main.js'].map((name) => cp('scripts/launcher.js', join(dist, name))),
  writeVersion(),
  rm(join(dist, 'compile-cache'), { recursive: true, force: true }),
  writeSbom(join(dist, 'sbom.cdx.json'), bundled),
  writeLicences(join(dist, 'licences.txt'), bundled),
])
await bringFormerAssetsBack(dist)

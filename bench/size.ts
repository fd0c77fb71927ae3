import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Measurement } from './lib/figures.ts'

/** The bytes of all files in a folder; none if it is not there, such as a package for another system. */
async function bytesIn(folder: string, counts = (_file: string) => true): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.filter(counts).map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The deployed files: the build, and the packages that `npm ci --omit=dev` installs. */
export async function* measure(): Measurement {
  const folder = process.env['ATRIUM_DIST'] ?? 'dist'
  const former = Object.keys(JSON.parse(await readFile(join(folder, 'former-assets.json'), 'utf8')))
  const ownFiles = (file: string) => !/[/\\]compile-cache[/\\]/.test(file) && !former.includes(basename(file))
  const dist = await bytesIn(folder, ownFiles)
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const production = Object.entries<{ dev?: boolean; devOptional?: boolean }>(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
  // A package inside another one's folder is part of it.
  const outermost = production.filter((path) => !production.some((other) => path.startsWith(`${other}/`)))
  const sizes = await Promise.all(outermost.map((path) => bytesIn(path)))
  yield {
    what: 'dist and production dependencies',
    measured: sizes.reduce((sum, size) => sum + size, dist),
    unit: 'bytes',
    reference: { what: 'dist and all packages', value: dist + (await bytesIn('node_modules')) },
    promise: 'size of the deployment',
  }
  yield { what: 'dist alone', measured: dist, unit: 'bytes' }
}

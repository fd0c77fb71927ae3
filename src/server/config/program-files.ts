import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The source runs as it is in development and in tests; `npm run build` bundles it as JavaScript in `dist/server/`. */
const bundled = import.meta.filename.endsWith('.js')
const root = resolve(import.meta.dirname, '../../..')

/** The folder of the build; for the source, `dist` next to `src`, or `ATRIUM_DIST`. */
export const distFolder = bundled
  ? resolve(import.meta.dirname, '..')
  : resolve(root, process.env['ATRIUM_DIST'] ?? 'dist')

/** The legal documents and the sample content. The build has a copy, so that it runs without the source. */
export const contentFolder = bundled ? join(distFolder, 'content') : join(root, 'content')

/** The version of the program: that of package.json, and in a build of a checkout the commit too (`0.1.0+86da97c`). */
export const programVersion: string = JSON.parse(
  readFileSync(bundled ? join(distFolder, 'version.json') : join(root, 'package.json'), 'utf8'),
).version

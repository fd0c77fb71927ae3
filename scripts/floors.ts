// The folders inside a part of the source are floors too: a file imports from its own folder and from floors below. `npm run check` runs this.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** For each part, its floors from the lowest to the highest. Folders on one floor do not import each other. */
export const floors: Record<string, string[][]> = {
  'src/server': [
    ['plain-messages.ts', 'runtime'],
    ['config'],
    ['database'],
    ['backup', 'security', 'site-config'],
    ['activity', 'http', 'mail'],
    ['identity', 'metrics'],
    ['record'],
    ['feature.ts'],
    ['resource'],
  ],
  // A feature that is not named is on the lowest floor.
  'src/features': [
    [],
    ['consent'],
    ['contact', 'newsletter', 'published'],
    ['letters'],
    ['blog', 'cases', 'courses', 'openings', 'preview'],
    ['about', 'proof', 'services'],
    ['home'],
    ['profile', 'schedule', 'settings', 'trash'],
    ['dashboard', 'users'],
    ['finder'],
  ],
  'src/admin': [
    ['fields', 'format.ts', 'hooks.ts', 'zoned-time.ts'],
    ['dialogs', 'use-time-zone.ts'],
    ['api'],
    ['checks', 'media', 'session'],
    ['lists', 'shell'],
    ['drafts', 'editor', 'preview', 'preview-links'],
    ['history'],
    ['forms'],
    ['search-appearance'],
  ],
  'src/app': [
    [
      'cards',
      'entities.server.ts',
      'features.server.ts',
      'pages.ts',
      'personal-data.server.ts',
      'sample-content',
      'screens.admin.tsx',
    ],
    ['brand', 'web'],
    ['ssr'],
    ['server'],
    ['cli'],
  ],
}

/** The imports of a text. The path of a program (`new URL`) is not one. */
const specifier = /\b(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"\n]+)['"]/g

export type SourceFile = { path: string; text: string }

/** One line for each import that a floor forbids, and for each folder without a floor that is not a feature. */
export function brokenFloors(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const place = placeOf(path)
    if (!place) return []
    const { part, folder, floor } = place
    if (floor < 0) return [`${path}: ${part}/${folder} has no floor in scripts/floors.ts`]
    return [...text.matchAll(specifier)].flatMap(([, name = '']) => {
      const target = placeOf(resolve(path, name))
      if (!target || target.part !== part || target.folder === folder || target.floor < floor) return []
      return [`${path} imports ${name}, but ${target.folder} is not below ${folder} (scripts/floors.ts)`]
    })
  })
}

const resolve = (path: string, name: string) =>
  name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(path), name)

function placeOf(path: string) {
  const part = Object.keys(floors).find((name) => path.startsWith(`${name}/`))
  if (part === undefined) return undefined
  const [folder = ''] = path.slice(part.length + 1).split('/')
  const floor = floors[part]?.findIndex((names) => names.includes(folder)) ?? -1
  return { part, folder, floor: floor < 0 && part === 'src/features' ? 0 : floor }
}

/** The source without its tests. */
export const sourceFiles = (): SourceFile[] =>
  globSync('src/**/*.{ts,tsx,css,js}')
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = brokenFloors(sourceFiles())
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exit(1)
}

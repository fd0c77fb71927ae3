// The folders inside a part of the source are floors too: a file imports from its own folder and from floors below. A large feature is such a part,
// and its folders are its rooms. Server code has one clock. `npm run check` runs this.
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
    ['hooks'],
    ['identity', 'metrics'],
    ['record'],
    ['feature.ts'],
    ['resource'],
  ],
  // A feature that is not named is on the lowest floor.
  'src/features': [
    [],
    ['connections', 'consent'],
    ['contact', 'published', 'subscribers'],
    ['newsletters'],
    ['blog', 'careers', 'cases', 'courses', 'preview'],
    ['pages'],
    ['about', 'services'],
    ['home'],
    ['profile', 'reviews', 'schedule', 'settings', 'trash'],
    ['transfer'],
    ['system'],
    ['dashboard', 'users'],
    ['finder'],
  ],
  'src/features/connections': [['ground'], ['assistants', 'hooks', 'tokens']],
  'src/features/contact': [['ground'], ['inbox'], ['desk']],
  'src/features/courses': [['ground'], ['cohorts', 'instructors'], ['registrations'], ['participants'], ['course']],
  'src/features/identity': [
    ['ground'],
    ['devices'],
    ['session'],
    ['passkeys', 'passwords', 'providers'],
    ['second-factor'],
    ['sign-in'],
  ],
  'src/features/newsletters': [['ground'], ['sending'], ['message'], ['newsletter']],
  'src/features/subscribers': [['ground'], ['subscription'], ['imports'], ['list']],
  'src/features/transfer': [['ground'], ['sources'], ['exporting', 'importing']],
  'src/admin': [
    ['format.ts', 'hooks.ts', 'time.tsx'],
    ['dialogs'],
    ['api'],
    ['fields'],
    ['checks', 'media', 'session'],
    ['lists', 'shell'],
    ['drafts', 'preview', 'preview-links', 'reviews'],
    ['remarks'],
    ['editor'],
    ['history'],
    ['forms'],
    ['search-appearance'],
  ],
  'src/app': [
    [
      'cards',
      'entities.server.ts',
      'features.server.ts',
      'hook-events.server.ts',
      'jobs.server.ts',
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

/** One line for each relative import that leaves its feature. The rules of the linter see those by alias. */
export function leavesFeature({ path, text }: SourceFile): string[] {
  const feature = /^src\/features\/[^/]+\//.exec(path)?.[0]
  if (!feature) return []
  return importsOf(text)
    .filter((name) => name.startsWith('.') && !resolve(path, name).startsWith(feature))
    .map((name) => `${path} imports ${name}, but another folder is named by its alias`)
}

/** One line for each import that a floor forbids, and for each file without a floor. A feature that `floors` does not name needs none. */
export const brokenFloors = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => Object.keys(floors).flatMap((part) => brokenIn(part, path, importsOf(text))))

function brokenIn(part: string, path: string, names: string[]): string[] {
  const place = placeIn(part, path)
  if (!place) return []
  if (place.floor < 0) return [`${path}: ${part}/${place.folder} has no floor in scripts/floors.ts`]
  return names.flatMap((name) => {
    const target = placeIn(part, resolve(path, name))
    if (!target || target.folder === place.folder || target.floor < place.floor) return []
    return [`${path} imports ${name}, but ${target.folder} is not below ${place.folder} (scripts/floors.ts)`]
  })
}

/** One line for each name in `floors` that no file of the source has. */
export function emptyFloors(files: Pick<SourceFile, 'path'>[]): string[] {
  return Object.entries(floors).flatMap(([part, levels]) =>
    levels
      .flat()
      .map((name) => `${part}/${name}`)
      .filter((name) => !files.some(({ path }) => path === name || path.startsWith(`${name}/`)))
      .map((name) => `scripts/floors.ts names ${name}, which does not exist`),
  )
}

const importsOf = (text: string) => [...text.matchAll(specifier)].map(([, name = '']) => name)

const resolve = (path: string, name: string) =>
  name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(path), name)

function placeIn(part: string, path: string) {
  if (!path.startsWith(`${part}/`)) return undefined
  const [folder = ''] = path.slice(part.length + 1).split('/')
  const floor = floors[part]?.findIndex((names) => names.includes(folder)) ?? -1
  return { folder, floor: floor < 0 && part === 'src/features' ? 0 : floor }
}

/**
 * Server code that reads the clock of this machine: it compares clocks, has to do with files, log lines and other programs, or with times that
 * statements write (`databaseTime`): the mail queue, the hold of a post, sessions. All other times are stored, or compared with stored ones.
 */
const ownClocks = [
  'src/app/cli/inbound.ts',
  'src/app/server/feeds.ts',
  'src/features/newsletters/sending/notification-changes.shared.server.ts',
  'src/features/newsletters/sending/notification-status.shared.server.ts',
  'src/features/system/system-state.server.ts',
  'src/features/transfer/sources/markdown/read-markdown.server.ts',
  'src/features/transfer/sources/wordpress/seo.server.ts',
  'src/server/backup/backup-status.ts',
  'src/server/backup/write-backup.ts',
  'src/server/database/dialect.ts',
  'src/server/database/postgres/postgres.ts',
  'src/features/identity/providers/provider.server.ts',
  'src/server/identity/sessions.ts',
  'src/server/mail/mail.ts',
  'src/server/mail/send-loop.ts',
  'src/server/mail/server-state.ts',
  'src/server/runtime/clock.ts',
  'src/server/runtime/tell.ts',
  'src/server/security/signed-bodies.ts',
]
const serverCode = /^src\/(?:server|media\/server|app\/(?:server|cli|ssr|cards|brand|sample-content))\/|\.server\.tsx?$/
const readsOwnClock = /\bDate\.now\b|\bnew Date\(\)/

/** One line for each file of the server that reads another clock than the database's, and for each that may and does not. */
export const wrongClocks = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const reads = serverCode.test(path) && readsOwnClock.test(text)
    if (reads === ownClocks.includes(path)) return []
    return reads
      ? [`${path} reads this machine's clock: use nowIn or timeIn for a time, performance.now() for a duration`]
      : [`scripts/floors.ts lets ${path} read this machine's clock, which it does not`]
  })

export const sourceFiles = (): SourceFile[] =>
  globSync('src/**/*.{ts,tsx,css,js}')
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles()
  const broken = [...files.flatMap(leavesFeature), ...brokenFloors(files), ...emptyFloors(files), ...wrongClocks(files)]
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exit(1)
}

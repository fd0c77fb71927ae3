import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { brokenFloors, emptyFloors, floors, leavesFeature, sourceFiles, wrongClocks } from '../../scripts/floors.ts'

/** Each row: a file, its allowed imports, and its forbidden ones. Types count as imports. */
const arrows: [file: string, allowed: string, forbidden: string[]][] = [
  ['src/contract/x.ts', '#contract/fields.ts', ['#ui/button.tsx', '#server/config/config.ts', 'react']],
  [
    'src/ui/x.tsx',
    '#contract/fields.ts',
    ['#web/head.tsx', '#site/page/back-link.tsx', '#features/blog/blog.contract.ts'],
  ],
  ['src/mail/x.tsx', '#ui/tokens.ts', ['#web/head.tsx', '#server/config/config.ts']],
  ['src/web/x.ts', '#ui/button.tsx', ['#site/page/back-link.tsx', '#admin/api/admin-calls.ts', '#app/pages.ts']],
  [
    'src/site/x.tsx',
    '#web/head.tsx',
    ['#admin/api/admin-calls.ts', '#features/blog/blog.queries.ts', '#content/markup/elements.ts'],
  ],
  ['src/admin/x.tsx', '#content/markup/elements.ts', ['#site/page/back-link.tsx', '#features/blog/blog.contract.ts']],
  [
    'src/content/markup/x.ts',
    '#contract/fields.ts',
    ['#content/render/images.ts', '#ui/button.tsx', '#server/config/config.ts'],
  ],
  ['src/content/render/x.ts', '#server/config/config.ts', ['#media/media.table.ts', '#features/blog/blog.table.ts']],
  [
    'src/server/http/x.ts',
    '#contract/fields.ts',
    ['#features/users/users.server.ts', '#media/media.table.ts', '#app/server/api.ts'],
  ],
  ['src/media/server/x.ts', '#server/config/config.ts', ['#features/media/library.server.ts', '#app/server/api.ts']],
  [
    'src/features/x/x.page.tsx',
    '#site/page/back-link.tsx',
    ['#admin/api/admin-calls.ts', '#server/config/config.ts', './x.server.ts'],
  ],
  ['src/features/x/x.queries.ts', '#web/head.tsx', ['#app/pages.ts', './x.table.ts']],
  [
    'src/features/x/x.admin.tsx',
    '#admin/api/admin-calls.ts',
    ['#server/config/config.ts', '#features/blog/blog-form.admin.tsx', './x.server.ts'],
  ],
  [
    'src/features/x/x.page.tsx',
    '#features/cases/used-in-cases.part.tsx',
    ['#features/blog/notification/x.tsx', '#features/cases/service-cases.tsx', '../../blog/notification/x.tsx'],
  ],
  [
    'src/features/x/part/x.server.ts',
    '../x.table.ts',
    ['#features/blog/notification/x.server.ts', '../../blog/x.server.ts', '../other/x.page.tsx'],
  ],
  ['src/features/x/part/x.server.ts', '../other/x.table.ts', []],
  [
    'src/features/x/part/x.page.tsx',
    '../other/x.tsx',
    ['../other/x.server.ts', '../x.table.ts', '../other/x.admin.tsx'],
  ],
  ['src/features/x/part/x.admin.tsx', '../other/x.admin.ts', ['../other/x.server.ts', '../x.table.ts']],
  ['src/features/x/part/x.mail.tsx', '../other/x.contract.ts', ['../other/x.tsx', '../other/x.server.ts']],
  ['src/features/x/part/x.contract.ts', '../other/x.contract.ts', ['../other/x.table.ts', '../x.tsx']],
  ['src/features/x/x.mail.tsx', '#mail/mail-frame.tsx', ['#site/page/back-link.tsx', '#server/config/config.ts']],
  [
    'src/features/x/x.server.ts',
    '#server/config/config.ts',
    ['#ui/button.tsx', '#features/users/users.server.ts', '#features/blog/blog.table.ts', '#app/pages.ts'],
  ],
  ['src/features/x/x.server.ts', '#features/blog/blog.shared.server.ts', ['#features/users/users.table.ts']],
  ['src/features/x/x.contract.ts', '#features/blog/blog.contract.ts', ['react', './x.table.ts', '#ui/button.tsx']],
  [
    'src/features/x/x.table.ts',
    '#server/database/table.ts',
    ['#features/blog/blog.table.ts', '#web/head.tsx', './x.page.tsx'],
  ],
  ['src/app/server/x.ts', '#features/blog/blog.server.ts', ['#testing/start-app.ts']],
]

const root = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-layout-')))
afterAll(() => rmSync(root, { recursive: true }))

/** Checks one file for each import with the project's own rules, and returns the names of those that are refused. */
function refused(imports: { file: string; specifier: string }[]): Set<string> {
  cpSync('biome.json', join(root, 'biome.json'))
  const files = imports.map(({ file, specifier }, index) => ({
    path: join(dirname(file), fileName(file, index)),
    text: `import type { Anything } from '${specifier}'\n\nexport type Something = Anything\n`,
  }))
  for (const { path, text } of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none'],
    { cwd: root, encoding: 'utf8' },
  )
  const linted = [...stdout.matchAll(/file=([^,]+),/g)].map((match) => relative(root, match[1] ?? ''))
  return new Set([...linted, ...files.filter((file) => leavesFeature(file).length > 0).map(({ path }) => path)])
}

const fileName = (file: string, index: number) => file.slice(dirname(file).length + 1).replace(/^x/, `x${index}`)

const outside = (file: string) => (file.includes('/part/') ? '../../other/file.ts' : '../other/file.ts')
const cases = arrows.flatMap(([file, allowed, forbidden]) =>
  [allowed, outside(file), ...forbidden].map((specifier) => ({ file, specifier, may: specifier === allowed })),
)
const found = refused(cases)

describe('the allowed imports of a file', () => {
  test.each(cases.map((one, index) => ({ ...one, index, verdict: one.may ? 'allowed' : 'refused' })))(
    '$file importing $specifier: $verdict',
    ({ file, index, may }) => {
      expect(found.has(join(dirname(file), fileName(file, index)))).toBe(!may)
    },
  )
})

describe('the folders inside a part', () => {
  test('import only from the floors below them', () => {
    expect(brokenFloors(sourceFiles())).toEqual([])
  })

  test('exist', () => {
    const files = sourceFiles()
    expect(emptyFloors(files)).toEqual([])
    expect(emptyFloors(files.filter(({ path }) => !path.startsWith('src/server/mail/')))).toHaveLength(1)
    expect(emptyFloors(files.filter(({ path }) => path !== 'src/server/feature.ts'))).toHaveLength(1)
  })

  const folders = Object.entries(floors).flatMap(([part, levels]) =>
    levels.flatMap((names, floor) => names.map((folder) => ({ part, folder, above: levels.slice(floor).flat() }))),
  )
  const inside = (part: string, folder: string): string => {
    const path = `${part}/${folder}`
    const [room] = floors[path]?.[0] ?? []
    if (room) return inside(path, room)
    return /\.\w+$/.test(folder) ? path : `${path}/x.ts`
  }

  test.each(folders)('$part/$folder must not import its own floor or a higher one', ({ part, folder, above }) => {
    const path = inside(part, folder)
    for (const other of above.filter((name) => name !== folder)) {
      const alias = `#${inside(part, other).slice('src/'.length)}`
      expect(brokenFloors([{ path, text: `import type { X } from '${alias}'` }])).toHaveLength(1)
    }
  })

  test('need a floor', () => {
    const rooms = Object.keys(floors).filter((part) => part.startsWith('src/features/'))
    for (const part of ['src/server', ...rooms]) {
      expect(brokenFloors([{ path: `${part}/unplaced/x.ts`, text: '' }])).toHaveLength(1)
      expect(brokenFloors([{ path: `${part}/unplaced.ts`, text: '' }])).toHaveLength(1)
    }
  })

  test('may name each other by a relative path', () => {
    const text = `import { x } from '../course/x.ts'`
    expect(brokenFloors([{ path: 'src/features/courses/ground/x.ts', text }])).toHaveLength(1)
    expect(
      brokenFloors([{ path: 'src/features/courses/course/x.ts', text: text.replace('course', 'ground') }]),
    ).toEqual([])
  })

  test('are on the lowest floor where a feature has none', () => {
    const path = 'src/features/unplaced/x.ts'
    expect(brokenFloors([{ path, text: '' }])).toEqual([])
    for (const other of ['openings', 'trash'])
      expect(brokenFloors([{ path, text: `import type { X } from '#features/${other}/x.ts'` }])).toHaveLength(1)
  })
})

test('server code has the clock of the database', () => {
  expect(wrongClocks(sourceFiles())).toEqual([])
  for (const text of ['const now = Date.now()', 'at: new Date().toISOString()', 'clock = Date.now'])
    for (const path of ['src/server/mail/x.ts', 'src/features/blog/x.server.ts', 'src/app/cli/x.ts'])
      expect(wrongClocks([{ path, text }])).toHaveLength(1)
  expect(wrongClocks([{ path: 'src/admin/x.tsx', text: 'Date.now()' }])).toEqual([])
  expect(wrongClocks([{ path: 'src/server/runtime/clock.ts', text: '' }])).toHaveLength(1)
})

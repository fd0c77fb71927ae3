import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { fromJSONSchema } from 'zod'
import { personalData } from '#app/personal-data.server.ts'
import { anyTable } from '#server/database/rows.ts'
import { awkwardTitles, fillSite } from '#testing/full-site.ts'
import { addManyRows } from '#testing/many-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'
import { exportedColumns, exportedTables } from '../ground/exported-tables.server.ts'
import { exportToFolder } from './export-folder.shared.server.ts'
import { readRows } from './read-rows.server.ts'
import { type ExportContext, writeExport } from './write-export.server.ts'

const site = await startTestApp()
const folder = await mkdtemp(join(tmpdir(), 'atrium-export-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterAll(() => site.close())
const context: ExportContext = { ...site, site: site.siteConfig }
const options = { people: true, signal: new AbortController().signal }
let made: Awaited<ReturnType<typeof fillSite>>
let files: string[]
beforeAll(async () => {
  made = await fillSite(site)
  await exportToFolder(context, join(folder, 'whole'), options)
  files = (await readdir(join(folder, 'whole'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'whole').length + 1))
})

const read = (path: string) => readFile(join(folder, 'whole', path), 'utf8')
const json = async (path: string) => JSON.parse(await read(path))
const documents = () => files.filter((file) => file.startsWith('content/'))
async function document(path: string) {
  const [, front = '', body = ''] = /^---\n(.*?\n)---\n\n(.*)$/s.exec(await read(path)) ?? []
  return { matter: parse(front, { version: '1.1' }), newer: parse(front), body }
}

test('has every record with every column, and its schema', async () => {
  const tables = exportedTables(site.entities)
  expect(tables.length).toBeGreaterThan(20)
  for (const one of tables) {
    const { name } = one.table
    const rows: Record<string, unknown>[] = await json(`data/${name}.json`)
    expect(rows.length, name).toBeGreaterThan(0)
    const stored = await anyTable(site.database.db).selectFrom(name).selectAll().execute()
    const present = stored.filter((row) => row['deletedAt'] === undefined || row['deletedAt'] === null)
    const key = (row: Record<string, unknown>) => String(row[one.key])
    expect(rows.map(key).sort(), name).toEqual(present.map(key).sort())
    const byKey = new Map(present.map((row) => [key(row), one.table.decode(row) as Record<string, unknown>]))
    for (const row of rows) {
      const whole = byKey.get(key(row)) ?? {}
      const wanted = Object.fromEntries(exportedColumns(one.table).map((column) => [column, whole[column]]))
      expect(row).toEqual(JSON.parse(JSON.stringify(wanted)))
    }
    const schema = await json(`data/schema/${name}.json`)
    const checked = fromJSONSchema(schema).safeParse(rows)
    expect(checked.error?.issues ?? [], name).toEqual([])
    expect((await read(`data/${name}.json`)).trimEnd().split('\n').length, name).toBe(
      rows.length > 0 ? rows.length + 2 : 1,
    )
  }
})

test('has front matter that site generators read, whatever a title is', async () => {
  const posts: { title: string; slug: string; excerpt: string }[] = await json('data/blogs.json')
  const titles = new Set(posts.map(({ title }) => title))
  for (const title of awkwardTitles) expect(titles).toContain(title)
  for (const path of documents()) {
    const { matter, newer } = await document(path)
    expect(typeof matter.title, path).toBe('string')
    expect(matter.date, path).toBeInstanceOf(Date)
    expect(matter.lastmod, path).toBeInstanceOf(Date)
    expect(typeof matter.draft, path).toBe('boolean')
    expect(newer.title, path).toBe(matter.title)
    if (!path.startsWith('content/posts/')) continue
    const post = posts.find(({ slug }) => slug === matter.slug)
    expect(matter).toMatchObject({ title: post?.title, description: post?.excerpt, url: `/blog/${matter.slug}/` })
    expect(matter).toMatchObject({
      author: expect.any(String),
      category: expect.any(String),
      categories: [matter.category],
    })
  }
})

test('marks drafts and schedules, keeps former addresses, and leaves the trash out', async () => {
  expect((await document('content/posts/draft.md')).matter).toMatchObject({ draft: true })
  const { matter } = await document('content/posts/scheduled.md')
  expect(matter).toMatchObject({
    publishDate: new Date('2990-01-02T03:04:05Z'),
    expiryDate: new Date('2991-01-02T03:04:05Z'),
  })
  expect((await document('content/posts/dated.md')).matter.date).toEqual(new Date('2001-02-03T04:05:06Z'))
  // Without their zone, some generators take times for those of the site's zone.
  expect(await read('content/posts/dated.md')).toMatch(/^date: 2001-02-03T04:05:06Z$/m)
  expect(await read('content/posts/scheduled.md')).toMatch(/^publishDate: 2990-01-02T03:04:05Z$/m)
  expect(await read('content/posts/scheduled.md')).not.toMatch(/^\w+: \d{4}-\d\d-\d\d(?:T[\d:.]+)?$/m)
  expect((await document('content/posts/first-renamed.md')).matter).toMatchObject({
    aliases: ['/2019/05/first', '/blog/first/'],
    cover: `../../media/grosse-und-ubung-${made.picture._id}.png`,
  })
  expect((await document('content/pages/all/renamed.md')).matter).toMatchObject({
    url: '/all/renamed/',
    aliases: ['/all/sections/'],
  })
  expect(files).not.toContain('content/posts/trashed.md')
  // A file of this name would be the page of the whole folder.
  expect(files).not.toContain('content/posts/index.md')
  expect((await document('content/openings/a-b-tester.md')).matter).toMatchObject({ aliases: ['/careers/tester/'] })
  expect(files).toContain('content/openings/a-b-tester-2.md')
})

test('has links between files, and to the addresses of the site', async () => {
  const { body } = await document('content/posts/first-renamed.md')
  expect(body).toContain('](../../media/press-kit.pdf)')
  for (const path of documents()) {
    const { body } = await document(path)
    for (const [, target = ''] of body.matchAll(/\]\((\.\.\/[^)\s]+)\)/g))
      expect(existsSync(join(folder, 'whole', dirname(path), target)), `${path}: ${target}`).toBe(true)
  }
  const linking = (await document('content/posts/post-3-0.md')).body
  expect(linking).toMatch(/^\[First\]\(\/blog\/first-renamed#part\) and \[http:.*\]\(\/blog\/first-renamed\)/)
})

test('has each section of a page in its words', async () => {
  const { body } = await document('content/pages/all/renamed.md')
  const [page] = (await json('data/pages.json')).filter(({ path }: { path: string }) => path === 'all/renamed')
  const words = JSON.stringify(page.sections).matchAll(/Four rivers meet at dawn \d+/g)
  const texts = [...words].map(([text]) => text)
  expect(texts.length).toBeGreaterThan(40)
  for (const text of texts) expect(body).toContain(text)
})

test('has names that every file system takes', () => {
  const lower = files.map((file) => file.toLowerCase())
  expect(new Set(lower).size).toBe(lower.length)
  for (const file of files.filter((file) => /^(content|media)\//.test(file)))
    for (const part of file.split('/')) {
      expect(part).toMatch(/^[a-z0-9](?:[a-z0-9-]*)(?:\.[a-z]+)?$/)
      expect(part.replace(/\..*/, '')).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/)
      expect(Buffer.byteLength(part)).toBeLessThan(255)
    }
})

test('has people only when they are asked for, without formulas', async () => {
  expect(files.filter((file) => file.startsWith('people/')).sort()).toEqual([
    'people/contact-requests.csv',
    'people/participants.csv',
    'people/registrations.csv',
    'people/subscribers.csv',
  ])
  expect(await read('people/contact-requests.csv')).toContain(`"'=cmd()","visitor@example.com"`)
  expect(await read('people/registrations.csv')).toContain(`"'=1+1"`)
  const without: string[] = []
  for await (const { path, content } of writeExport(context, { ...options, people: false })) {
    without.push(path)
    let text = ''
    for await (const piece of content) text += typeof piece === 'string' ? piece : ''
    expect(text, path).not.toContain('visitor@example.com')
  }
  expect(without.filter((path) => path.startsWith('people/'))).toEqual([])
  expect(files.filter((file) => !file.startsWith('people/')).sort()).toEqual(without.sort())
})

test('refuses a folder with something in it', async () => {
  const used = join(folder, 'used')
  await exportToFolder(context, used, { ...options, people: false })
  await writeFile(join(used, 'mine.txt'), '')
  await expect(exportToFolder(context, used, options)).rejects.toThrow(/is not empty; name a new folder/)
})

test('streams the same as a zip to owners, and says so in the activity', async () => {
  const call = callAs(site, made.staff)
  expect((await site.get('/api/system/export')).status).toBe(401)
  const editor = await site.asStaff({ role: 'marketing' })
  expect((await callAs(site, editor)('GET', '/api/system/export')).status).toBe(403)
  const answer = await call('GET', '/api/system/export?people=true')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  await writeFile(join(folder, 'export.zip'), bytes)
  const { openSource } = await import('../sources/open-source.server.ts')
  await using source = await openSource([join(folder, 'export.zip')])
  const listed = await Array.fromAsync(source.list(), ({ path }) => path)
  expect(listed.sort()).toEqual([...files].sort())
  const { entries } = await (await call('GET', '/api/activity?search=Export')).json()
  expect(entries[0]).toMatchObject({ what: expect.stringContaining('xport') })
})

test('ends when the client goes away', async () => {
  const leaving = new AbortController()
  const { headers } = made.staff
  const answer = await site.get('/api/system/export', { headers, signal: leaving.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  leaving.abort()
  await expect(reader?.read()).rejects.toThrow()
  // The next one is whole.
  expect((await callAs(site, made.staff)('GET', '/api/system/export')).status).toBe(200)
})

test('an export that fails breaks off, so that no one takes it for a whole file', async () => {
  const subscribers = site.entities.find(({ table }) => table.name === 'subscribers') ?? {}
  vi.spyOn(subscribers as { people: () => Promise<never> }, 'people').mockRejectedValueOnce(
    new Error('The disk is full'),
  )
  const answer = await callAs(site, made.staff)('GET', '/api/system/export?people=true')
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

test('holds as many records of a large site as of a small one', async () => {
  const rowsHeld = async () => {
    let most = 0
    const tables = exportedTables(site.entities)
    for (const one of tables)
      for await (const rows of readRows({ database: site.database, tables, size: 10, signal: options.signal }, one))
        most = Math.max(most, rows.length)
    return most
  }
  await addManyRows(site.database, site.config, 300)
  expect(await rowsHeld()).toBe(10)
  const sizes: number[] = []
  for await (const { path, content } of writeExport(context, { ...options, people: false }))
    for await (const piece of content) if (path === 'data/blogs.json') sizes.push(piece.length)
  // A piece for each record: none is joined to others.
  expect(sizes.length).toBeGreaterThan(300)
})

/** Why other tables are in no export. */
const leftOut: Record<string, string[]> = {
  people: [
    ...[
      'contactRequests',
      'contactEvents',
      'contactFiles',
      'contactJoins',
      'registrations',
      'participants',
      'subscribers',
    ],
    ...[
      'certificates',
      'consentTexts',
      'persons',
      'erasures',
      'answerDrafts',
      'personLinks',
      'cohortNotices',
      'imports',
      'importLines',
    ],
  ],
  accounts: [
    'users',
    'formerStaff',
    'previewLinks',
    'tokens',
    'tokenSecrets',
    'tokenUses',
    'oauthClients',
    'oauthCodes',
  ],
  'secrets, and what was sent with them': ['hooks', 'hookDeliveries'],
  'the work of staff on records': [
    'revisions',
    'workingCopies',
    'reviews',
    'remarks',
    'remarkedTexts',
    'proposals',
    'activity',
  ],
  'the bytes of files': ['images', 'imageVariants', 'originals', 'fileContents'],
  'what follows from others, or is fetched again': ['mediaUses', 'searchTerms', 'videos', 'linkCards', 'settings'],
  'the work of the program': [
    'deliveries',
    'alarms',
    'viewDays',
    'sourceDays',
    'goalDays',
    'counters',
    'contentVersions',
    'migrations',
    'redirectHits',
    'missingPaths',
    'dismissedPaths',
  ],
  imports: ['contentImports', 'contentItems', 'contentFiles', 'importedFrom'],
}

test('every table is in the export, or there is a reason', async () => {
  const tables = (await site.database.db.introspection.getTables()).map(({ name }) => name)
  const known = [...exportedTables(site.entities).map(({ table }) => table.name), ...Object.values(leftOut).flat()]
  const unknown = tables.filter((name) => !known.includes(name) && !/^(identity|kysely|search|sqlite)/.test(name))
  expect(unknown).toEqual([])
})

test('no table about people is in it, unless it is asked for', () => {
  const tables = exportedTables(site.entities).map(({ table }) => table.name)
  // Redirects are about pages. An erasure looks into them for an address that someone had in a path.
  const people = personalData.flatMap(({ tables }) => tables).filter((name) => name !== 'redirects')
  expect(people.length).toBeGreaterThan(8)
  expect(tables.filter((name) => people.includes(name))).toEqual([])
})

// On both databases: it writes every column of every table.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallersRole } from '#contract/roles.ts'
import { withoutActivity } from '#server/activity/activity.ts'
import type { Database } from '#server/database/connect.ts'
import { manyContentChanges } from '#server/database/content-version.ts'
import { anyTable } from '#server/database/rows.ts'
import { fillSite } from '#testing/full-site.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { settled } from '#testing/transfer-reader.ts'
import { exportToFolder } from '../exporting/export-folder.shared.server.ts'
import { exportedColumns, exportedTables } from '../ground/exported-tables.server.ts'
import { atriumReader } from '../sources/atrium/read-atrium.server.ts'
import { openSource } from '../sources/open-source.server.ts'
import { applyExported, planExported } from './apply-record.server.ts'
import type { ImportContext } from './context.server.ts'
import { contextOf as importContextOf } from './jobs.server.ts'
import { exportedFiles } from './store-former-media.server.ts'

const from = await startTestApp()
const to = await startTestApp()
/** A further site, for the tests that write into one on their own. */
let further: TestApp | undefined
const furtherSite = async () => (further ??= await startTestApp())
const folder = await mkdtemp(join(tmpdir(), 'atrium-round-'))
const signal = new AbortController().signal
afterAll(async () => {
  await Promise.all([from.close(), to.close(), further?.close()])
  await rm(folder, { recursive: true, force: true })
})
let made: Awaited<ReturnType<typeof fillSite>>
beforeAll(async () => {
  made = await fillSite(from)
  await exportToFolder({ ...from, site: from.siteConfig }, join(folder, 'first'), { people: true, signal })
})

const contextOf = (site: TestApp) =>
  importContextOf({ ...site, pathOwner: async () => undefined, pagePaths: async () => [] } as unknown as ImportContext)

/** Reads an export into a site, as an import does. @returns how many records of each outcome there are, with the reasons */
async function importInto(site: TestApp, path: string) {
  await using files = await openSource([path])
  const actor = {
    id: 'a',
    uid: 'a',
    name: 'Importer',
    email: 'a@example.com',
    role: 'owner' as CallersRole,
    profileId: '',
  }
  const counts: Record<string, number> = {}
  const reasons: string[] = []
  const count = (outcome: string, what: string, reason?: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (reason !== undefined && outcome !== 'here') reasons.push(`${what}: ${reason}`)
  }
  for await (const entry of atriumReader.read(files, signal)) {
    if (entry.is === 'rest') count('rest', entry.title, entry.reason)
    if (entry.is !== 'record') continue
    const planned = await planExported(contextOf(site), entry)
    const readFile = exportedFiles(site.database, 'i', files)
    const { change } = manyContentChanges(site.database)
    const apply = { actor, importId: 'i', signal, readFile, change, alongside: async () => {} }
    const done =
      planned.outcome === 'new' ? await withoutActivity(() => applyExported(contextOf(site), entry, apply)) : undefined
    const reason = done?.reason ?? planned.reason
    count(done?.outcome ?? planned.outcome, `${entry.sourceId} ${entry.title}`, reason)
  }
  return { counts, reasons }
}

/** The rows of a table with the columns of exports, by their keys. */
async function rowsOf({ db }: Database, { table, key, only = [] }: ReturnType<typeof exportedTables>[number]) {
  const rows = await anyTable(db).selectFrom(table.name).selectAll().execute()
  return Object.fromEntries(
    rows
      .filter((row) => !row['deletedAt'] && only.every((column) => row[column] !== null))
      .map((row) => {
        const decoded = table.decode(row) as Record<string, unknown>
        return [String(row[key]), Object.fromEntries(exportedColumns(table).map((name) => [name, decoded[name]]))]
      }),
  )
}

test('an export read into an empty site gives the same content', async () => {
  const { counts, reasons } = await importInto(to, join(folder, 'first'))
  expect(reasons).toEqual([])
  expect(Object.keys(counts)).toEqual(['new'])
  for (const one of exportedTables(from.entities)) {
    const { name } = one.table
    const [before, after] = [await rowsOf(from.database, one), await rowsOf(to.database, one)]
    // Nothing is mailed because of an import, and accounts are in no export.
    const wanted = Object.fromEntries(
      Object.entries(before).map(([key, row]) => [
        key,
        {
          ...row,
          ...('sendNotification' in row && { sendNotification: false }),
          ...('importId' in row && { importId: 'i' }),
        },
      ]),
    )
    expect(Object.keys(after).sort(), name).toEqual(Object.keys(before).sort())
    for (const [key, row] of Object.entries(wanted)) expect({ [key]: after[key] }, name).toEqual({ [key]: row })
  }
  const mails = await to.database.db.selectFrom('deliveries').select('kind').execute()
  expect(mails).toEqual([])
})

test('addresses of pictures, PDFs, pages and former pages are the same', async () => {
  for (const site of [from, to]) {
    const { headers, status } = await site.get(made.picture.url)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await site.get(made.pdf.url)).status).toBe(200)
    expect((await site.get('/api/blogs/first')).headers.get('location')).toBe('/api/blogs/first-renamed')
  }
  const shown = async (site: TestApp, path: string) => (await (await site.get(path)).json()) as Record<string, unknown>
  for (const path of ['/api/blogs/first-renamed', '/api/blogs?limit=100', '/api/courses?limit=100', '/api/products'])
    expect(await shown(to, path)).toEqual(await shown(from, path))
})

test('a second import adds nothing', async () => {
  const { counts, reasons } = await importInto(to, join(folder, 'first'))
  expect({ counts: Object.keys(counts), reasons }).toEqual({ counts: ['here'], reasons: [] })
})

test('the copy is exported as the original', async () => {
  await exportToFolder({ ...to, site: to.siteConfig }, join(folder, 'second'), { people: false, signal })
  for (const { table } of exportedTables(from.entities)) {
    if (['redirects', 'blogs', 'siteSettings'].includes(table.name)) continue
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => readFile(join(folder, name, 'data', `${table.name}.json`), 'utf8')),
    )
    expect(second, table.name).toBe(first)
  }
})

test('a downloaded export is uploaded, imported and undone in the back office', sameOnBoth, async () => {
  const other = await furtherSite()
  const zip = await callAs(from, made.staff)('GET', '/api/system/export')
  const call = callAs(other, await other.asStaff())
  const form = new FormData()
  form.append('file', new File([await zip.arrayBuffer()], 'export.zip'))
  const sent = await call('POST', '/api/content-imports', form)
  expect(sent.status).toBe(201)
  const { _id } = await sent.json()
  const report = await settled(call, _id)
  expect(report.reason).toBeUndefined()
  expect(report).toMatchObject({ state: 'open', source: 'atrium', site: { address: from.config.publicUrl } })
  const { items } = await (await call('GET', `/api/content-imports/${_id}/items?limit=100`)).json()
  const called = new Set(items.map((item: { called?: string }) => item.called))
  // By its kind, never as a record.
  expect([...called]).toEqual(expect.arrayContaining(['Author', 'Blog post', 'Course', 'Image or file']))
  expect(called).not.toContain(undefined)
  expect(await (await call('GET', `/api/content-imports/${_id}/report.csv`)).text()).toMatch(/,"?Course"?,"?New/)
  expect(new Set(report.counts.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['new']))
  expect((await call('POST', `/api/content-imports/${_id}/apply`)).status).toBe(202)
  expect(await settled(call, _id)).toMatchObject({ state: 'applied' })
  const failed = await (await call('GET', `/api/content-imports/${_id}/items?outcome=failed`)).json()
  expect(failed.items).toEqual([])
  for (const one of exportedTables(from.entities)) {
    const [before, after] = [await rowsOf(from.database, one), await rowsOf(other.database, one)]
    expect(Object.keys(after), one.table.name).toEqual(expect.arrayContaining(Object.keys(before)))
  }
  expect(await other.database.db.selectFrom('activity').select('what').where('entity', '=', 'blogs').execute()).toEqual(
    [],
  )
  expect((await call('POST', `/api/content-imports/${_id}/undo`)).status).toBe(202)
  expect(await settled(call, _id)).toMatchObject({ state: 'undone', kept: [] })
  for (const one of exportedTables(from.entities)) {
    const before = await rowsOf(from.database, one)
    const there = Object.keys(await rowsOf(other.database, one)).filter((key) => key in before)
    expect(there, one.table.name).toEqual([])
  }
  expect((await other.get(made.picture.url)).status).toBe(404)
})

test('a site with content keeps its own: taken addresses get a number, settings stay', sameOnBoth, async () => {
  const other = await furtherSite()
  const staff = await other.asStaff()
  const send = (method: string, path: string, body: object) =>
    other.get(path, {
      method,
      body: JSON.stringify(body),
      headers: { ...staff.headers, 'content-type': 'application/json' },
    })
  const post = {
    title: 'Mine',
    slug: 'first-renamed',
    excerpt: 'M',
    content: 'Mine',
    category: 'Cloud',
    published: true,
  }
  expect((await send('POST', '/api/blogs', post)).status).toBe(201)
  expect((await send('PUT', '/api/settings/company', { tagline: 'Mine' })).status).toBe(200)
  const { reasons } = await importInto(other, join(folder, 'first'))
  expect(reasons).toEqual([])
  expect((await (await other.get('/api/blogs/first-renamed')).json()).title).toBe('Mine')
  expect((await (await other.get('/api/blogs/first-renamed-2')).json()).title).toBe('First post')
  const { fields } = await other.database.db
    .selectFrom('siteSettings')
    .select('fields')
    .where('id', '=', 'company')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(fields)).toEqual({ tagline: 'Mine' })
})

test('an edited export is read as it is, and a damaged record is named', sameOnBoth, async () => {
  const edited = join(folder, 'second', 'data', 'faqs.json')
  const rows = JSON.parse(await readFile(edited, 'utf8')) as Record<string, unknown>[]
  const [first = {}] = rows
  const wrong = { question: 5, createdAt: 'yesterday', active: 'yes', order: 1.5 }
  const changed = [
    { ...first, id: 'edited', question: 'Edited?', surprise: true },
    ...Object.entries(wrong).map(([name, value]) => ({ ...first, id: `wrong-${name}`, [name]: value })),
    { id: 'lacking' },
    { ...first, id: 'long', question: 'x'.repeat(10_000) },
    { ...first, id: 'nul', answer: 'a\0b' },
  ]
  await writeFile(edited, JSON.stringify(changed, null, 2))
  const { reasons } = await importInto(to, join(folder, 'second'))
  expect(reasons.map((reason) => reason.replace(/^faqs\/(\S+) .*?: /, '$1: '))).toEqual([
    ...Object.keys(wrong).map((name) => `wrong-${name}: “${name}” cannot be stored.`),
    expect.stringMatching(/^lacking: “\w+” is missing\.$/),
    expect.stringMatching(/^long: .*too long/),
    'nul: “answer” cannot be stored.',
  ])
  const row = await to.database.db.selectFrom('faqs').select('question').where('id', '=', 'edited').executeTakeFirst()
  expect(row?.question).toBe('Edited?')
})

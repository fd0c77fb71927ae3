// On both databases: a command while a site runs.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SourceError } from '#features/transfer/ground/source.ts'
import { workClaim } from '#features/transfer/importing/imports.shared.server.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { entry, oldSite, readEntries } from '#testing/transfer-reader.ts'
import { UsageError } from './arguments.ts'
import { importContent, listImports, undoContent } from './import-commands.ts'

let site: TestApp
let folder: string
let call: ReturnType<typeof callAs>
let readExports: () => void
beforeAll(async () => {
  readExports = readEntries()
  vi.spyOn(console, 'log').mockImplementation(() => {})
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(folder, 'uploads/2021'), { recursive: true })
  const png = sharp({ create: { width: 20, height: 10, channels: 3, background: '#123' } }).png()
  await png.toFile(join(folder, 'uploads/2021/a.png'))
})
afterAll(async () => {
  readExports()
  await site.close()
  await rm(folder, { recursive: true })
})

const write = async (name: string, value: unknown) => {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(value))
  return path
}
const rows = () => site.database.db.selectFrom('contentImports').select(['id', 'state']).execute()

test('reports, imports and undoes while a site runs', async () => {
  // A visit makes the profile of an owner.
  await call('GET', '/api/users/me')
  const path = await write('entries.json', [
    oldSite,
    { is: 'author', sourceId: '1', name: 'Zoë' },
    entry({ slug: 'cli', author: '1', categories: ['Odd'], tags: ['x'], text: '![A](/uploads/2021/a-300x200.png)' }),
  ])
  const map = await write('map.json', {
    categories: [{ source: 'Odd', category: 'Security' }],
    authors: [{ source: '1', profile: 'Asha Rao' }],
  })
  const options = { media: join(folder, 'uploads'), map }
  const report = await importContent(site.config, 'wordpress', [path], options)
  expect(report).toContain('Category “Odd” → Security (1)')
  expect(report).toMatch(/New +Title of cli {2}\(\/2021\/03\/cli\/ → \/blog\/cli\)\n +The tag “x” is left out\./)
  expect(report).toContain('Nothing is imported yet: add --write to do so.')
  expect(await rows()).toEqual([])
  // The export says its address.
  await expect(importContent(site.config, 'wordpress', [path], { site: 'https://other.example' })).rejects.toThrow(
    'The export says that its site is https://old.example',
  )
  await expect(importContent(site.config, 'wordpress', [path], { site: 'other' })).rejects.toThrow(UsageError)
  await mkdir(join(folder, 'nameless'))
  const nameless = await write('nameless/entries.json', [
    { is: 'site' },
    entry({ slug: 'x', text: '[x](https://a.example/y)' }),
  ])
  const loss = 'The link to https://a.example/y stays as it is'
  const unnamed = await importContent(site.config, 'wordpress', [nameless], {})
  expect(unnamed).toContain('The export does not say the address of its site')
  expect(unnamed).not.toContain(loss)
  for (const named of [
    { site: 'https://a.example' },
    { map: await write('site.json', { site: 'https://a.example' }) },
    { site: 'https://a.example', map: await write('other-site.json', { site: 'https://b.example' }) },
  ])
    expect(await importContent(site.config, 'wordpress', [nameless], named)).toContain(loss)
  expect(await rows()).toEqual([])

  const result = await importContent(site.config, 'wordpress', [path], { ...options, write: true })
  const [, id = ''] = /This import is ([\w-]+)\./.exec(result) ?? []
  const post = await (await site.get('/api/blogs/cli')).json()
  expect(post).toMatchObject({
    category: 'Security',
    author: { name: 'Asha Rao' },
    content: expect.stringMatching(/^!\[A\]\(\/media\/\w+-20x10/),
  })
  expect(await listImports(site.config)).toContain(`${id}  applied  2 new`)
  expect(await undoContent(site.config, id)).toBe('The import is undone.')
  // The site learns of the other process a moment later.
  await expect.poll(async () => (await site.get('/api/blogs/cli')).status).toBe(404)
  expect(await site.database.db.selectFrom('activity').select('what').where('by', '=', 'Import').execute()).toEqual([
    { what: 'Import content' },
    { what: 'Undo an import of content' },
  ])
  expect(await site.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('goes on with an import that was stopped', async () => {
  const path = await write('entries.json', [oldSite, entry({ slug: 'stop-1' }), entry({ slug: 'stop-2' })])
  await importContent(site.config, 'wordpress', [path], { write: true })
  const [{ id = '' } = {}] = (await rows()).filter(({ state }) => state === 'applied')
  // As if it had been stopped before the second post.
  await site.database.db.updateTable('contentImports').set({ state: 'applying' }).where('id', '=', id).execute()
  // A killed process has left its claim.
  const until = new Date(site.database.clock() + 1_500).toISOString()
  await site.database.db.insertInto('settings').values({ name: workClaim, value: until }).execute()
  const before = (await rows()).length
  // The screen says that the command goes on with it.
  expect(await (await call('GET', `/api/content-imports/${id}`)).json()).toMatchObject({ commandLine: true })
  expect(await importContent(site.config, 'wordpress', [path], { write: true })).toContain(`This import is ${id}.`)
  expect(await rows()).toHaveLength(before)
})

test.each([
  ['is no JSON', '{', '--map .* is no JSON'],
  ['has an unknown name', { author: 'x', colour: 1 }, '--map .*: There is no field "colour"'],
  ['has a wrong value', { status: 'none' }, '--map .*: status: Choose same or drafts'],
])('refuses a map that %s', sameOnBoth, async (_, value, message) => {
  const map = join(folder, 'bad.json')
  await writeFile(map, typeof value === 'string' ? value : JSON.stringify(value))
  const refused = importContent(site.config, 'wordpress', [folder], { map })
  await expect(refused).rejects.toThrow(UsageError)
  await expect(refused).rejects.toThrow(new RegExp(message))
})

test('says what cannot be read', sameOnBoth, async () => {
  const refused = importContent(site.config, 'wordpress', [join(folder, 'none.xml')], {})
  await expect(refused).rejects.toThrow(SourceError)
  await expect(refused).rejects.toThrow('none.xml does not exist.')
  await expect(undoContent(site.config, 'none')).rejects.toThrow('Import not found')
})

import { expect, test } from 'vitest'
import { entriesIn, sourceFiles } from '#testing/source-files.ts'
import { atriumReader } from './read-atrium.server.ts'

const manifest = {
  program: 'Atrium',
  format: 1,
  version: '0.4.0',
  exportedAt: '2026-01-02T03:04:05.000Z',
  site: { title: 'Acme', address: 'https://acme.example', timeZone: 'Asia/Kolkata' },
  people: false,
  records: { blogs: 2 },
}
const post = (id: string, title: string) => ({ id, title, slug: id })
const filesWith = (posts: string, more: Record<string, string> = {}) => ({
  'data/manifest.json': JSON.stringify(manifest),
  'data/files.json': '[]\n',
  'data/blogs.json': posts,
  ...more,
})
const titles = async (posts: string, more?: Record<string, string>) =>
  (await entriesIn(atriumReader, filesWith(posts, more))).flatMap((entry) =>
    entry.is === 'record' ? entry.title : entry.is === 'rest' ? `${entry.title}: ${entry.reason}` : [],
  )

test('reads the site and its records with all their fields', async () => {
  const entries = await entriesIn(atriumReader, filesWith(`[\n${JSON.stringify(post('a', 'A, "b" [c] {d} \\'))}\n]\n`))
  expect(entries).toEqual([
    { is: 'site', ...manifest.site },
    {
      is: 'record',
      entity: 'blogs',
      sourceId: 'blogs/a',
      title: 'A, "b" [c] {d} \\',
      fields: post('a', 'A, "b" [c] {d} \\'),
      stored: {},
      notes: [],
    },
  ])
})

test('reads a file that an editor has formatted, whatever its line ends are', async () => {
  const all = [post('a', 'One\n"{'), post('b', 'दो 🪷')]
  for (const written of [
    JSON.stringify(all),
    JSON.stringify(all, null, 4),
    `\ufeff${JSON.stringify(all, null, '\t').replaceAll('\n', '\r\n')}`,
  ])
    expect(await titles(written)).toEqual(['One\n"{', 'दो 🪷'])
})

test('names what is damaged, and reads the rest', async () => {
  const good = JSON.stringify(post('a', 'Good'))
  const damaged = 'The record in line 2 is damaged.'
  expect(await titles(`[\n{"id": oops},\n${good}\n]`)).toEqual([`data/blogs.json: ${damaged}`, 'Good'])
  expect(await titles(`[\n"a text",\n${good}\n]`)).toEqual(['data/blogs.json: data/blogs.json is damaged in line 2.'])
  expect(await titles(`[\n[1],\n${good}\n]`)).toEqual([`data/blogs.json: ${damaged}`, 'Good'])
  // A value of some megabytes could take gigabytes.
  expect(await titles(`[\n{"id": ${'['.repeat(60)}${']'.repeat(60)}},\n${good}\n]`)).toEqual([
    `data/blogs.json: ${damaged}`,
    'Good',
  ])
  expect(await titles(`[\n${good},\n{"id": "b"`)).toEqual([
    'Good',
    'data/blogs.json: data/blogs.json ends in the middle, in line 3.',
  ])
  expect(await titles('{"id":"a"}')).toEqual(['data/blogs.json: data/blogs.json is no JSON list.'])
  expect(await titles('')).toEqual(['data/blogs.json: data/blogs.json ends in the middle, in line 1.'])
  const { 'data/blogs.json': _, ...without } = filesWith('')
  expect((await entriesIn(atriumReader, without)).at(-1)).toMatchObject({ is: 'rest', reason: 'The file is missing.' })
})

test('recognises exports, refuses those of a newer version and those that were broken off', async () => {
  expect(await atriumReader.recognises(sourceFiles(filesWith('[]')))).toBe(true)
  expect(await atriumReader.recognises(sourceFiles({ 'content/posts/a.md': '', 'README.md': '' }))).toBe(false)
  const read = (text: string) => entriesIn(atriumReader, filesWith('[]', { 'data/manifest.json': text }))
  await expect(read(JSON.stringify({ ...manifest, format: 2, version: '9.0.0', records: 'other' }))).rejects.toThrow(
    'This export is of Atrium 9.0.0, which is newer than this program. Upgrade this site first.',
  )
  for (const text of [
    '',
    '{',
    '[]',
    '{"program":"Other"}',
    JSON.stringify({ ...manifest, records: { '../../etc': 1 } }),
  ])
    await expect(read(text), text).rejects.toThrow('data/manifest.json is damaged.')
  await expect(entriesIn(atriumReader, { 'data/files.json': '[]' })).rejects.toThrow(/is not complete/)
})

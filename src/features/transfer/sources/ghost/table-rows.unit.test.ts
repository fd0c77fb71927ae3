import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ghostExport } from '#testing/ghost-export.ts'
import { entriesIn } from '#testing/source-files.ts'
import { SourceError } from '../../ground/source.ts'
import { ghostReader } from './read-ghost.server.ts'
import { tableRows } from './table-rows.server.ts'

test('a text that is too long is named by its title, and what follows is read', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  async function* source() {
    yield Buffer.from('{"data":{"posts":[{"id":"1","title":"Long","html":"')
    for (let count = 0; count < 4; count++) yield chunk
    yield Buffer.from('"},{"id":"2"}]}}')
  }
  const [long, short] = await Array.fromAsync(tableRows(source(), 'a.json', () => true, 200_000))
  expect(long).toMatchObject({ table: 'posts', tooLong: true })
  expect(long?.bytes?.length).toBeLessThan(10_000)
  expect(short?.bytes?.toString()).toBe('{"id":"2"}')
})

test('rows are found wherever chunks end', async () => {
  const rows = [{ id: '\\', html: '"}]{["' }, { id: 'ü', nested: [{ a: [1, 2] }, {}] }, {}]
  const bytes = Buffer.from(ghostExport({ posts: rows, tags: [{ id: 'posts' }], empty: [] }))
  for (const size of [1, 2, 3, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const found = await Array.fromAsync(tableRows(Readable.from(chunks), 'a.json', (table) => table === 'posts'))
    expect(found.map(({ table }) => table)).toEqual(['meta', 'posts', 'posts', 'posts', 'tags'])
    expect(found.flatMap(({ bytes }) => (bytes ? [JSON.parse(bytes.toString())] : []))).toEqual(rows)
  }
})

test.each([
  ['{"db":[{"meta":{"exported_on":1},"data":{"posts":[{"id":', 'a.json is incomplete: it ends in the middle.'],
  ['{"db":[{"meta":{"exported_on":1}]}', 'a.json is damaged: it is not the JSON of an export.'],
  ['{"db":[{"meta":{}}]}{}', 'a.json is damaged: it is not the JSON of an export.'],
  [`{"db":[{"data":{"posts":[{"a":${'['.repeat(600)}`, 'a.json is incomplete: it ends in the middle.'],
  [`{"db":[{"meta":{}}],"x":${'['.repeat(600)}`, 'a.json is damaged: it is not the JSON of an export.'],
])('the damaged file %.60s is one sentence', async (content, sentence) => {
  await expect(entriesIn(ghostReader, { 'a.json': content })).rejects.toEqual(new SourceError(sentence))
})

test('a post that nests too deeply is named, and what follows is read', async () => {
  const deep = `{"id":"1","title":"Deep","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const content = ghostExport({ posts: [{ id: '9' }, { id: '2', title: 'Next' }] }).replace('{"id":"9"}', deep)
  const entries = await entriesIn(ghostReader, { 'a.json': content })
  const reason = 'It cannot be read, since its JSON nests too deeply.'
  expect(entries).toContainEqual({ is: 'rest', sourceId: 'post/1', title: 'Deep', reason })
  expect(entries).toContainEqual(expect.objectContaining({ is: 'post', title: 'Next' }))
})

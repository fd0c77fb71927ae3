import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { sourceFiles } from '#testing/source-files.ts'
import { SourceError, type SourceFiles, type SourceReader } from '../ground/source.ts'
import { type OpenOptions, openSource, readerOf } from './open-source.server.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file below the folder of the tests. */
function write(path: string, content: string | Uint8Array): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

type Part = string | Uint8Array | { content: string; mode?: number; store?: boolean }

async function zipOf(parts: Record<string, Part>, { zip64 = false } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, part] of Object.entries(parts)) {
    if (path.endsWith('/')) zip.addEmptyDirectory(path)
    else {
      const {
        content,
        mode = 0o100644,
        store = false,
      } = typeof part === 'string' || part instanceof Uint8Array ? { content: part } : part
      zip.addBuffer(Buffer.from(content as string), path, { mode, compress: !store, forceZip64Format: zip64 })
    }
  }
  zip.end({ forceZip64Format: zip64, comment: '' })
  return buffer(zip.outputStream)
}

/** Replaces bytes of an archive wherever they occur; both have one length. */
function replaced(bytes: Buffer, from: string, to: string | Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const found = Buffer.from(to as string)
  expect(found.length).toBe(from.length)
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + 1)) found.copy(changed, at)
  return changed
}

/** Changes a number of each entry of the central directory, by its place after the signature. */
function everyEntry(bytes: Buffer, change: (entry: Buffer) => void): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf('PK\x01\x02'); at >= 0; at = changed.indexOf('PK\x01\x02', at + 1))
    change(changed.subarray(at))
  return changed
}

async function contentsOf(files: SourceFiles): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for await (const file of files.list()) {
    contents[file.path] = await text(await file.open())
    expect(file.size).toBe(Buffer.byteLength(contents[file.path] as string))
  }
  return contents
}

async function contentsAt(paths: string[], options?: OpenOptions): Promise<Record<string, string>> {
  await using files = await openSource(paths, options)
  return await contentsOf(files)
}

/** The sentence with which reading fails, at the latest when the files are read. */
async function sentenceOf(path: string | string[], options?: OpenOptions): Promise<string> {
  const cause = await contentsAt([path].flat(), options).catch((cause) => cause)
  expect(cause).toBeInstanceOf(SourceError)
  return cause.message
}

test('one file is itself, under the name that it had', async () => {
  const path = write('upload-1', '{"db":[]}')
  expect(await contentsAt([path])).toEqual({ 'upload-1': '{"db":[]}' })
  await using files = await openSource([path], { names: ['größe.json'] })
  expect(files.name).toBe('größe.json')
  expect(await contentsOf(files)).toEqual({ 'größe.json': '{"db":[]}' })
  expect(await files.find('größe.json'.normalize('NFD'))).toBeDefined()
  expect(await files.find('other.json')).toBeUndefined()
  expect(await contentsAt([path, path], { names: ['../../etc/a.json', 'C:\\b.json'] })).toEqual({
    'a.json': '{"db":[]}',
    'b.json': '{"db":[]}',
  })
})

/** Hidden files by which the program of a site is known, and others next to them. */
const settings = ['.eleventy.js', '.obsidian/app.json', 'docs/.vitepress/config/index.ts']
const hidden = [
  '.env',
  '.git/config.toml',
  '.obsidian/plugins/x/readme.md',
  'docs/.vitepress/theme/a.md',
  'a/.DS_Store',
]

test('a folder gives its files in order, without hidden ones, packages and links out of it', async () => {
  for (const path of ['b.md', 'a/z.md', 'a/कथा.md', 'node_modules/x/readme.md', ...settings, ...hidden])
    write(`site/${path}`, path)
  symlinkSync('/etc/hostname', join(folder, 'site/outside.md'))
  symlinkSync(join(folder, 'site'), join(folder, 'site/a/loop'))
  symlinkSync(join(folder, 'nowhere'), join(folder, 'site/broken.md'))
  symlinkSync('b.md', join(folder, 'site/same.md'))
  write('site-2/secret.md', 'secret')
  symlinkSync(join(folder, 'site-2/secret.md'), join(folder, 'site/neighbour.md'))
  expect(await contentsAt([join(folder, 'site')])).toEqual({
    ...Object.fromEntries(settings.map((path) => [path, path])),
    'a/z.md': 'a/z.md',
    'a/कथा.md': 'a/कथा.md',
    'b.md': 'b.md',
    'same.md': 'b.md',
  })
  expect(await sentenceOf(join(folder, 'site'), { bounds: { files: 2 } })).toBe('The folder has more than 2 files.')
})

test('several paths are one source: a folder keeps its name, an archive does not', async () => {
  const paths = [
    write('one/export.json', '1'),
    write('two/export.json', '2'),
    write('three/images/2024/a.png', 'png').replace('/2024/a.png', ''),
    write('four.zip', await zipOf({ 'content/images/b.png': 'b', 'content/files/c.pdf': 'c' })),
  ]
  await using files = await openSource(paths)
  expect(files.name).toBe('export.json and 3 more')
  expect(await contentsOf(files)).toEqual({
    'content/files/c.pdf': 'c',
    'content/images/b.png': 'b',
    'export (2).json': '2',
    'export.json': '1',
    'images/2024/a.png': 'png',
  })
})

test('a ZIP is known by its bytes, and the folder around all its files is left away', async () => {
  const parts = {
    'my-site-main/': '',
    'my-site-main/.eleventy.js': 'x',
    'my-site-main/content/a.md': 'a',
    'my-site-main/b/ü.md': { content: 'b', store: true },
  }
  const clutter = { '__MACOSX/._a.md': 'x', 'my-site-main/.DS_Store': 'x', 'my-site-main/node_modules/p.md': 'x' }
  for (const zip64 of [false, true]) {
    const path = write('site.bin', await zipOf({ ...parts, ...clutter }, { zip64 }))
    expect(await contentsAt([path])).toEqual({ '.eleventy.js': 'x', 'b/ü.md': 'b', 'content/a.md': 'a' })
  }
  const speaking = write('posts.zip', await zipOf({ '_posts/2024-01-02-a.md': 'a' }))
  expect(await contentsAt([speaking])).toEqual({ '_posts/2024-01-02-a.md': 'a' })
})

test('names without the mark of UTF-8 are read as UTF-8, else as DOS has them', async () => {
  const withoutMark = (bytes: Buffer) =>
    everyEntry(bytes, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) & ~0x800, 8))
  const marked = withoutMark(await zipOf({ 'संग्रह.md': 'x', 'u\u0308ber.md': 'y' }))
  expect(await contentsAt([write('unmarked.zip', marked)])).toEqual({ 'संग्रह.md': 'x', 'über.md': 'y' })
  const dos = withoutMark(replaced(await zipOf({ 'm?rz.md': 'x' }), 'm?rz.md', Buffer.from('m\x84rz.md', 'latin1')))
  expect(await contentsAt([write('dos.zip', dos)])).toEqual({ 'märz.md': 'x' })
})

test('a gzip is unpacked as it is read', async () => {
  const words = 'Ein Text. '.repeat(50_000)
  const path = write('export.xml.gz', Buffer.concat([gzipSync(words), gzipSync('The end.')]))
  expect(await contentsAt([path])).toEqual({ 'export.xml': `${words}The end.` })
})

test('archives in an archive that wraps them are read one level deep, without anything left in temporary space', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  const images = await zipOf({ 'content/images/a.png': 'a', 'content/deep.zip': await zipOf({ 'b.md': 'b' }) })
  const outer = await zipOf({
    'export.xml.gz': gzipSync('<rss/>'),
    'images.zip': images,
    'report.docx': await zipOf({ a: 'a' }),
  })
  await using files = await openSource([write('outer.zip', outer)])
  expect((await Array.fromAsync(files.list(), ({ path }) => path)).sort()).toEqual([
    'content/deep.zip',
    'content/images/a.png',
    'export.xml',
    'report.docx',
  ])
  const picture = await files.find('content/images/a.png')
  expect(picture && (await text(await picture.open()))).toBe('a')
  expect(readdirSync(temporary)).toHaveLength(1)
  await files[Symbol.asyncDispose]()
  expect(readdirSync(temporary)).toEqual([])
  const broken = await zipOf({ 'images.zip': images, 'export.xml.gz': gzipSync('<rss/>').subarray(0, 12) })
  // The names are in order, so the ZIP is unpacked first.
  const late = write('late.zip', replaced(broken, 'export.xml.gz', 'zxport.xml.gz'))
  expect(await sentenceOf(late)).toBe('zxport.xml.gz is damaged or incomplete and cannot be read.')
  expect(readdirSync(temporary)).toEqual([])
  vi.unstubAllEnvs()
})

test.each([
  ['aaa/evil.md', '../evil.md!'],
  ['aaa/evil.md', '..\\evil.md!'],
  ['aaa/evil.md', '/etc/passwd'],
  ['aaa/evil.md', 'C:\\evil.md!'],
  ['aaa/evil.md', 'a/../../b.m'],
  ['aaa/evil.md', 'a.md\0/ev.md'.slice(0, 11)],
])('a ZIP with the file %j as %j is refused', async (name, evil) => {
  const path = write('slip.zip', replaced(await zipOf({ 'good.md': 'x', [name]: 'x' }), name, evil))
  expect(await sentenceOf(path)).toMatch(/^slip\.zip is not read: its file “.*” would be outside of it\.$/)
})

test('links of a ZIP are left out', async () => {
  const parts = { 'a.md': 'a', 'link.md': { content: '/etc/passwd', mode: 0o120777 } }
  expect(await contentsAt([write('links.zip', await zipOf(parts))])).toEqual({ 'a.md': 'a' })
})

test('an encrypted ZIP, one with two files of a name, one of too many files and an empty one are refused', async () => {
  const plain = await zipOf({ 'a.md': 'first', 'b.md': 'second' })
  const encrypted = everyEntry(plain, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8))
  expect(await sentenceOf(write('secret.zip', encrypted))).toBe(
    'secret.zip is not read: it is encrypted. Unpack it with its password, and pack its files without one.',
  )
  expect(await sentenceOf(write('twice.zip', replaced(plain, 'b.md', 'a.md')))).toBe(
    'twice.zip is not read: it has two files with the name “a.md”.',
  )
  const many = await zipOf(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.md`, ''])))
  for (const files of [5, 11])
    expect(await sentenceOf(write('many.zip', many), { bounds: { files } })).toBe(
      `many.zip is not read: it has more than ${files} files.`,
    )
  expect(await sentenceOf(write('empty.zip', await zipOf({ '.DS_Store': 'x' })))).toBe('empty.zip has no files.')
})

test('a bomb is refused by what it declares, and by what it gives', async () => {
  const zeros = Buffer.alloc(3 * 1024 * 1024)
  const bomb = await zipOf({ 'a.md': zeros })
  const bounds = { bytes: 1024 * 1024 }
  const refused = (name: string) => `${name} is not read, since it unpacks to far more than an export has.`
  expect(await sentenceOf(write('bomb.zip', bomb), { bounds })).toBe(refused('bomb.zip'))
  expect(await sentenceOf(write('bomb.gz', gzipSync(zeros)), { bounds })).toBe(refused('bomb.gz'))
  const lying = everyEntry(bomb, (entry) => entry.writeUInt32LE(1_000, 24))
  expect(await sentenceOf(write('lying.zip', lying), { bounds })).toBe(
    'a.md in lying.zip is damaged or incomplete and cannot be read.',
  )
  const small = { bounds: { harmless: 1024 * 1024 } }
  expect(await sentenceOf(write('ratio.zip', bomb), small)).toBe(refused('ratio.zip'))
  expect(
    Object.keys(await contentsAt([write('text.zip', await zipOf({ 'a.md': zeros.subarray(2 ** 21) }))], small)),
  ).toEqual(['a.md'])
})

test('a damaged archive is a sentence, at each byte', async () => {
  const whole = await zipOf({
    'a.md': 'Some words, and more words. '.repeat(3),
    'b/c.md': { content: 'stored', store: true },
  })
  const expected = await contentsAt([write('whole.zip', whole)])
  for (let length = 4; length < whole.length; length += 7)
    expect(await sentenceOf(write('cut.zip', whole.subarray(0, length)))).toMatch(/^cut\.zip is damaged or incomplete/)
  for (let at = 4; at < whole.length; at += 3) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ 0x55
    const found = await contentsAt([write('bits.zip', changed)]).catch((cause) => cause)
    if (found instanceof Error) expect(found).toBeInstanceOf(SourceError)
    // A name, a date or an unused number may be another. The words are not.
    else expect(Object.values(expected)).toEqual(expect.arrayContaining(Object.values(found)))
  }
})

test.each([
  ['Rar!\x1a\x07\x00', 'RAR'],
  ["7z\xbc\xaf'\x1c", '7-Zip'],
  ['BZh91AY', 'bzip2'],
  [`${'a'.repeat(257)}ustar`, 'tar'],
])('another archive is named', async (begin, kind) => {
  const path = write('site.dat', Buffer.from(begin, 'latin1'))
  expect(await sentenceOf(path)).toBe(
    `site.dat is a ${kind} archive, which cannot be read. Unpack it, and pack its files as a ZIP.`,
  )
})

test('a tar in a gzip, and paths that are nothing, are sentences', async () => {
  const path = write('site.tgz', gzipSync(Buffer.from(`${'a'.repeat(257)}ustar`)))
  expect(await sentenceOf(path)).toMatch(/^site\.tgz is a tar archive/)
  expect(await sentenceOf(join(folder, 'missing'))).toBe(`${join(folder, 'missing')} does not exist.`)
  expect(await sentenceOf('/dev/null')).toBe('/dev/null is neither a file nor a folder.')
  mkdirSync(join(folder, 'nothing'))
  expect(await sentenceOf(join(folder, 'nothing'))).toBe('nothing has no files.')
})

test('the reader that recognises the files reads them', async () => {
  const reader = (kind: SourceReader['kind'], ending: string): SourceReader => ({
    kind,
    recognises: async (files) => (await files.find(`export.${ending}`)) !== undefined,
    read: async function* () {},
  })
  const readers = [reader('wordpress', 'xml'), reader('ghost', 'json')]
  expect((await readerOf(sourceFiles({ 'export.json': '' }), readers)).kind).toBe('ghost')
  await expect(
    readerOf(sourceFiles({ 'a.docx': '', 'b.docx': '', 'c.docx': '', 'd.docx': '' }), readers),
  ).rejects.toThrow(
    'This is not an export of WordPress, Ghost, Markdown or Atrium. It has a.docx, b.docx, c.docx and 1 more.',
  )
})

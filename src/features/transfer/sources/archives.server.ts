import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createGunzip } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { SourceError, type SourceFile } from '../ground/source.ts'
import { folderOfSign } from './markdown/site-root.ts'

/**
 * What archives may unpack to: the files of each, the bytes of all of them, and the bytes that one byte of an archive may become. A small archive of a
 * long text that repeats itself is no bomb, so `harmless` bytes are always allowed.
 */
export type SourceBounds = { files: number; bytes: number; ratio: number; harmless: number }
export const sourceBounds: SourceBounds = {
  files: 100_000,
  bytes: 32 * 1024 ** 3,
  ratio: 100,
  harmless: 100 * 1024 ** 2,
}

/** The bytes that may still be unpacked. It counts what archives declare, since no file gives more than it declares. */
export class Allowance {
  private readonly bounds: SourceBounds
  private left: number
  constructor(bounds: SourceBounds) {
    this.bounds = bounds
    this.left = bounds.bytes
  }
  /** How many bytes an archive of this size may unpack to. */
  for(packed: number): number {
    const { harmless, ratio } = this.bounds
    return Math.min(this.left, Math.max(harmless, packed * ratio))
  }
  /** @throws SourceError when it is more than an archive of the size may have */
  take(bytes: number, packed: number, name: string): void {
    if (bytes > this.for(packed)) throw tooLarge(name)
    this.left -= bytes
  }
}

const tooLarge = (name: string) =>
  new SourceError(`${name} is not read, since it unpacks to far more than an export has.`)

const programs = ['7-Zip', 'RAR', 'XZ', 'bzip2', 'Zstandard', 'tar'] as const
const signatures: [kind: 'zip' | 'gzip' | (typeof programs)[number], bytes: string, at?: number][] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['gzip', '\x1f\x8b\x08'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['RAR', 'Rar!\x1a\x07'],
  ['XZ', '\xfd7zXZ\x00'],
  ['bzip2', 'BZh'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['tar', 'ustar', 257],
]

/**
 * Which archive a file is, by its first bytes.
 * @throws SourceError when it is one that is not read
 */
export async function archiveKind(file: SourceFile): Promise<'zip' | 'gzip' | undefined> {
  const begin = await firstBytes(file)
  const [kind] = signatures.find(([, bytes, at = 0]) => begin.startsWith(bytes, at)) ?? []
  if (kind === undefined || kind === 'zip' || kind === 'gzip') return kind
  throw new SourceError(
    `${file.path} is a ${kind} archive, which cannot be read. Unpack it, and pack its files as a ZIP.`,
  )
}

/** As many as the signatures need. */
const signed = 262

async function firstBytes(file: SourceFile): Promise<string> {
  let begin = ''
  for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
    begin += chunk.toString('latin1', 0, signed)
    if (begin.length >= signed) break
  }
  return begin
}

const damaged = (name: string, cause?: unknown) =>
  cause instanceof SourceError
    ? cause
    : new SourceError(`${name} is damaged or incomplete and cannot be read.`, { cause })

/** The bytes of a file, with errors as sentences. It fails when they are not as many as the file has, or not those of its checksum. */
export function exactly(source: Readable, { name, size, checksum }: { name: string; size: number; checksum?: number }) {
  async function* chunks() {
    let [count, sum] = [0, 0]
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        count += chunk.length
        if (count > size) throw new Error('it is longer than it says')
        if (checksum !== undefined) sum = crc32(chunk, sum)
        yield chunk
      }
      if (count < size) throw new Error('it is shorter than it says')
      if (checksum !== undefined && sum !== checksum) throw new Error('its checksum is another')
    } catch (cause) {
      throw damaged(name, cause)
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** The file that a gzip has. Its size is counted first, since a gzip does not say it. */
export async function gunzipped(file: SourceFile, allowance: Allowance): Promise<SourceFile> {
  const path = file.path.replace(/\.gz$/i, '')
  const unpack = async () => pipeline(await file.open(), createGunzip(), () => {}) as unknown as Readable
  const most = allowance.for(file.size)
  let [size, begin] = [0, '']
  try {
    for await (const chunk of (await unpack()) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw tooLarge(file.path)
      if (begin.length < signed) begin += chunk.toString('latin1', 0, signed)
    }
  } catch (cause) {
    throw damaged(file.path, cause)
  }
  if (begin.startsWith('ustar', 257))
    throw new SourceError(
      `${file.path} is a tar archive, which cannot be read. Unpack it, and pack its files as a ZIP.`,
    )
  allowance.take(size, file.size, file.path)
  return { path, size, open: async () => exactly(await unpack(), { name: file.path, size }) }
}

export type OpenedZip = { files: SourceFile[]; close(): void }

/**
 * The files of a ZIP. Its links are left out, and the folder in which all its files are.
 * @param name for people
 * @throws SourceError when it is damaged, encrypted, too large, or has a file outside of itself or two of one name
 */
export async function openZip(
  file: string,
  name: string,
  bounds: SourceBounds,
  allowance: Allowance,
): Promise<OpenedZip> {
  let zip: ZipFile | undefined
  try {
    const { size: packed } = await stat(file)
    zip = await openPromise(file, { autoClose: false, decodeStrings: false })
    const files = await filesOf(zip, name, bounds)
    const bytes = [...files.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    allowance.take(bytes, packed, name)
    const opened = zip
    const inside = commonFolder([...files.keys()])
    return {
      files: Array.from(files, ([path, entry]) => fileOf(opened, entry, path.slice(inside.length), name)),
      close: () => opened.close(),
    }
  } catch (cause) {
    zip?.close()
    throw damaged(name, cause)
  }
}

/** A ZIP has a mark for each program that made it; in files of Unix the upper bits are the file's mode. */
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000

async function filesOf(zip: ZipFile, name: string, { files: most }: SourceBounds): Promise<Map<string, Entry>> {
  const refused = (reason: string) => new SourceError(`${name} is not read: ${reason}`)
  const tooMany = () => refused(`it has more than ${most.toLocaleString('en')} files.`)
  // Packed as one folder, it has entries for the folders too.
  if (zip.entryCount > 2 * most) throw tooMany()
  const files = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const path = nameOf(entry)
    if (/^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\0/i.test(path))
      throw refused(`its file “${path.replaceAll('\0', '')}” would be outside of it.`)
    if (path.endsWith('/') || isLink(entry) || !isRead(path)) continue
    if (entry.isEncrypted())
      throw refused('it is encrypted. Unpack it with its password, and pack its files without one.')
    if (files.has(path)) throw refused(`it has two files with the name “${path}”.`)
    files.set(path, entry)
    if (files.size > most) throw tooMany()
  }
  return files
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Many programs write UTF-8 without the mark of it. macOS takes letters and their accents apart, which texts do not. */
function nameOf(entry: Entry): string {
  let name: string
  try {
    name = utf8.decode(entry.fileNameRaw).replaceAll('\\', '/')
  } catch {
    name = getFileNameLowLevel(0, entry.fileNameRaw, entry.extraFields, false)
  }
  return name.replace(/^(?:\.\/)+/, '').normalize('NFC')
}

/**
 * Whether a file belongs to the content: hidden files and those of operating systems and packages do not, except for those by which the program of a
 * site is known.
 */
export const isRead = (path: string): boolean =>
  !(folderOfSign(path) ?? path)
    .split('/')
    .some((part) => part.startsWith('.') || /^(?:__MACOSX|node_modules|Thumbs\.db)$/i.test(part))

/** Whether a folder can have such files: `.vitepress/config.ts`. */
export const isOpened = (path: string): boolean =>
  isRead(path.replace(/(?:^|\/)\.(?:vitepress|vuepress|obsidian)(?=\/|$)/, ''))

/** Folders by which programs know what is in them. */
const speaking =
  /^(?:_.*|assets|blog|content|data|docs|files|images|media|pages|posts|public|settings|source|src|static|uploads|wp-content)$/i

/** The folder, with its slash, in which all files are, if it only has the name of the site or of the export. */
function commonFolder([first = '', ...paths]: string[]): string {
  const folder = first.slice(0, first.indexOf('/') + 1)
  return !speaking.test(folder.slice(0, -1)) && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

function fileOf(zip: ZipFile, entry: Entry, path: string, archive: string): SourceFile {
  const name = `${path} in ${archive}`
  const size = entry.uncompressedSize
  const open = async () => {
    if (!entry.canDecodeFileData())
      throw new SourceError(`${name} is packed in a way that cannot be read. Pack it with another program.`)
    const source = await zip.openReadStreamPromise(entry).catch((cause) => {
      throw damaged(name, cause)
    })
    return exactly(source, { name, size, checksum: entry.crc32 })
  }
  return { path, size, open }
}

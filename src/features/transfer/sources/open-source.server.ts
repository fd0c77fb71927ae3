import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, opendir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SourceError, type SourceFile, type SourceFiles, type SourceReader } from '../ground/source.ts'
import {
  Allowance,
  archiveKind,
  exactly,
  gunzipped,
  isOpened,
  isRead,
  openZip,
  type SourceBounds,
  sourceBounds,
} from './archives.server.ts'
import { sourceReaders } from './readers.ts'

export type OpenOptions = {
  /** The names of files that are stored under others, by their places. */
  names?: string[]
  bounds?: Partial<SourceBounds>
}

/** An archive with more files than that is no wrapping of an archive. */
const mostWrapped = 20
/** By their bytes, documents of office programs are ZIP archives too. */
const wrapped = /^[^/]+\.(?:zip|gz)$/i

/**
 * Opens files, folders, ZIP and gzip archives as one source. Archives are known by their bytes. One folder or archive is the root; among several paths a
 * folder keeps its name, and an archive adds its files at the root.
 * @throws SourceError
 */
export async function openSource(paths: string[], { names = [], bounds = {} }: OpenOptions = {}): Promise<SourceFiles> {
  const opening = new Opening({ ...sourceBounds, ...bounds })
  try {
    const found = new Map<string, SourceFile>()
    const nameAt = (place: number) => basename((names[place] ?? resolve(paths[place] ?? '')).replaceAll('\\', '/'))
    for (const [place, path] of paths.entries()) {
      const name = nameAt(place)
      for (const file of await opening.filesAt(path, name, paths.length === 1)) add(found, file)
    }
    const name = nameAt(0)
    if (found.size === 0) throw new SourceError(`${name} has no files.`)
    const files = [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
    return {
      name: paths.length > 1 ? `${name} and ${paths.length - 1} more` : name,
      async *list() {
        yield* files
      },
      find: async (path) => found.get(path.normalize('NFC')),
      [Symbol.asyncDispose]: () => opening.end(),
    }
  } catch (cause) {
    await opening.end()
    throw cause
  }
}

/** Of two files with one name the second gets another. */
function add(found: Map<string, SourceFile>, file: SourceFile): void {
  let { path } = file
  for (let count = 2; found.has(path); count++) path = file.path.replace(/(\.[^./]*)?$/, ` (${count})$1`)
  found.set(path, path === file.path ? file : { ...file, path })
}

class Opening {
  private readonly bounds: SourceBounds
  private readonly allowance: Allowance
  private readonly ends: (() => unknown)[] = []
  constructor(bounds: SourceBounds) {
    this.bounds = bounds
    this.allowance = new Allowance(bounds)
  }

  async end(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end()
  }

  async filesAt(path: string, name: string, alone: boolean): Promise<SourceFile[]> {
    const root = await realpath(path).catch((cause) => {
      throw unreadable(path, cause)
    })
    const found = await stat(root)
    if (!found.isDirectory()) {
      if (!found.isFile()) throw new SourceError(`${path} is neither a file nor a folder.`)
      return this.unpacked(storedFile(root, name, found.size), root, true)
    }
    const files = await this.walk(root)
    return alone ? files : files.map((file) => ({ ...file, path: `${name.normalize('NFC')}/${file.path}` }))
  }

  /**
   * The file, or the files of the archive that it is.
   * @param stored where it is stored, if it is
   * @param deep whether the archives in it are read, if it only wraps them
   */
  private async unpacked(file: SourceFile, stored: string | undefined, deep: boolean): Promise<SourceFile[]> {
    const kind = await archiveKind(file)
    if (kind === undefined) return [file]
    if (kind === 'gzip') {
      const inner = await gunzipped(file, this.allowance)
      return deep ? this.unpacked(inner, undefined, false) : [inner]
    }
    const zip = await openZip(stored ?? (await this.copy(file)), file.path, this.bounds, this.allowance)
    this.ends.push(() => zip.close())
    if (!deep || zip.files.length > mostWrapped) return zip.files
    const files: SourceFile[] = []
    for (const inner of zip.files)
      files.push(...(wrapped.test(inner.path) ? await this.unpacked(inner, undefined, false) : [inner]))
    return files
  }

  /** A ZIP is read from its end, so one in an archive needs a file. */
  private async copy(file: SourceFile): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-import-'))
    this.ends.push(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'archive')
    await pipeline(await file.open(), createWriteStream(path, { mode: 0o600 }))
    return path
  }

  private async walk(root: string): Promise<SourceFile[]> {
    const files: SourceFile[] = []
    const folders = ['']
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for await (const found of await opendir(join(root, folder))) {
        const path = folder === '' ? found.name : `${folder}/${found.name}`
        if (found.isDirectory()) {
          if (isOpened(path)) folders.push(path)
        } else if (isRead(path) && (found.isFile() || found.isSymbolicLink())) files.push(...(await fileIn(root, path)))
        if (files.length > this.bounds.files)
          throw new SourceError(`The folder has more than ${this.bounds.files.toLocaleString('en')} files.`)
      }
    }
    return files
  }
}

/** The file of a folder; none if it is a link to a folder or out of the root, or is gone. */
async function fileIn(root: string, path: string): Promise<SourceFile[]> {
  const target = await realpath(join(root, path)).catch(() => '')
  if (!target.startsWith(root.endsWith(sep) ? root : root + sep)) return []
  const found = await stat(target).catch(() => undefined)
  return found?.isFile() ? [storedFile(target, path, found.size)] : []
}

const storedFile = (stored: string, path: string, size: number): SourceFile => ({
  path: path.normalize('NFC'),
  size,
  open: async () => {
    const stream = createReadStream(stored)
    await new Promise((opened, failed) => stream.once('open', opened).once('error', failed)).catch((cause) => {
      throw unreadable(path, cause)
    })
    return exactly(stream, { name: path, size })
  },
})

const unreadable = (path: string, cause: NodeJS.ErrnoException) =>
  new SourceError(
    cause.code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read (${cause.code ?? cause.message}).`,
    { cause },
  )

/**
 * Which program made an export.
 * @throws SourceError that says what was found instead
 */
export async function readerOf(files: SourceFiles, readers = sourceReaders): Promise<SourceReader> {
  for (const reader of readers) if (await reader.recognises(files)) return reader
  const paths: string[] = []
  for await (const { path } of files.list()) paths.push(path)
  const more = paths.length > 3 ? ` and ${(paths.length - 3).toLocaleString('en')} more` : ''
  throw new SourceError(
    `This is not an export of WordPress, Ghost, Markdown or Atrium. It has ${paths.slice(0, 3).join(', ')}${more}.`,
  )
}

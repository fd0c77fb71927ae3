import * as z from 'zod/mini'
import {
  dataPath,
  type ExportedFile,
  exportedFile,
  exportFormat,
  filesPath,
  type Manifest,
  manifest,
  manifestPath,
} from '../../ground/atrium-export.contract.ts'
import {
  type SourceEntity,
  type SourceEntry,
  SourceError,
  type SourceFiles,
  type SourceReader,
} from '../../ground/source.ts'
import { jsonElements } from './json-elements.server.ts'

/** A manifest is small. */
const longestManifest = 1024 * 1024

/** Reads the exports of this program, by their `data` and `media`. */
export const atriumReader: SourceReader = {
  kind: 'atrium',
  async recognises(files) {
    if (await files.find(manifestPath)) return true
    // One that was broken off has no manifest.
    return (await files.find(filesPath)) !== undefined || (await files.find(dataPath('siteSettings'))) !== undefined
  },
  async *read(files, signal) {
    const { site, records } = await readManifest(files)
    yield { is: 'site', title: site.title, address: site.address, timeZone: site.timeZone }
    const media = new Map<string, ExportedFile>()
    yield* readList(files, filesPath, signal, (value) => {
      const found = exportedFile.safeParse(value)
      if (found.success) media.set(found.data.id, found.data)
      return found.success ? [] : undefined
    })
    for (const { id, ...file } of media.values())
      if (!file.inLibrary) yield recordOf('images', { id }, { file: { id, ...file } })
    for (const name of Object.keys(records))
      yield* readList(files, dataPath(name), signal, (value) => {
        const fields = z.safeParse(z.record(z.string(), z.unknown()), value)
        if (!fields.success) return undefined
        const file = name === 'mediaItems' ? media.get(String(fields.data['id'])) : undefined
        return [recordOf(name, fields.data, file ? { file } : {})]
      })
  },
}

async function readManifest(files: SourceFiles): Promise<Manifest> {
  const file = await files.find(manifestPath)
  if (!file)
    throw new SourceError(`This export of Atrium is not complete: ${manifestPath} is missing. Export the site again.`)
  if (file.size > longestManifest) throw new SourceError(`${manifestPath} is damaged.`)
  let text = ''
  for await (const piece of await file.open()) text += Buffer.from(piece).toString('utf8')
  const read = jsonOf(text)
  const about = z.safeParse(z.object({ program: z.literal('Atrium'), format: z.int(), version: z.string() }), read)
  if (!about.success) throw new SourceError(`${manifestPath} is damaged.`)
  const { format, version } = about.data
  if (format > exportFormat)
    throw new SourceError(
      `This export is of Atrium ${version}, which is newer than this program. Upgrade this site first.`,
    )
  const whole = z.safeParse(manifest, read)
  if (!whole.success) throw new SourceError(`${manifestPath} is damaged.`)
  const odd = Object.keys(whole.data.records).find((name) => !/^\w{1,100}$/.test(name))
  if (odd !== undefined) throw new SourceError(`${manifestPath} is damaged.`)
  return whole.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The records of one file. A damaged record, or file, is named, and the others follow. */
async function* readList(
  files: SourceFiles,
  path: string,
  signal: AbortSignal,
  entriesOf: (value: unknown) => SourceEntry[] | undefined,
): AsyncGenerator<SourceEntry> {
  const rest = (sourceId: string, reason: string): SourceEntry => ({ is: 'rest', sourceId, title: path, reason })
  const file = await files.find(path)
  if (!file) {
    yield rest(path, 'The file is missing.')
    return
  }
  try {
    for await (const { line, value } of jsonElements(await file.open(), path)) {
      signal.throwIfAborted()
      const entries = value === undefined ? undefined : entriesOf(value)
      if (entries) yield* entries
      else yield rest(`${path} ${line}`, `The record in line ${line} is damaged.`)
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    yield rest(path, error.message)
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The name of a record for people, by the fields that have one. */
const titleOf = (fields: Record<string, unknown>): string =>
  ['title', 'name', 'question', 'subject', 'startsOn', 'slug', 'path', 'from', 'quote', 'id']
    .flatMap((name) => text(fields[name]) ?? [])
    .at(0) ?? 'Record'

function recordOf(entity: string, fields: Record<string, unknown>, stored: Record<string, unknown>): SourceEntity {
  const key = ['id', 'slug', 'path', 'blogId'].flatMap((name) => text(fields[name]) ?? []).at(0) ?? ''
  return { is: 'record', entity, sourceId: `${entity}/${key}`, title: titleOf(fields), fields, stored, notes: [] }
}

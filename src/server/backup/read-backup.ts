import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { migrations } from '#server/database/migrate.ts'
import { checkSeal } from './archive-digest.ts'
import { BackupError, type Manifest, manifest as manifestContract, type TableEntry, tableFile } from './manifest.ts'
import type { StoredRow } from './snapshot.ts'

export type Backup = {
  manifest: Manifest
  /** The rows of a table, with bytes decoded. @throws BackupError at their end, when they are not those of the manifest */
  rows(table: TableEntry): AsyncIterable<StoredRow>
  close(): void
}

/**
 * Opens a backup whose every byte is as it was written.
 * @throws BackupError when it is no backup, is damaged, or was made by a newer version
 */
export async function openBackup(file: string): Promise<Backup> {
  await checkSeal(file)
  const zip = await openPromise(file, { autoClose: false })
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const manifest = readManifest(await json(await read(zip, entries, 'manifest.json', file)), basename(file))
    return {
      manifest,
      rows: (table) => rowsOf(zip, entries, table, file),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function readManifest(found: unknown, name: string): Manifest {
  const { format, version } = found as { format?: unknown; version?: unknown }
  const newer = `${name} was made by a newer version of this program (${version}`
  if (typeof format === 'number' && format > 1) throw new BackupError(`${newer}); restore it with that one`)
  const parsed = manifestContract.safeParse(found)
  if (!parsed.success) throw new BackupError(`${name} is not a backup of Atrium: its manifest cannot be read`)
  const unknown = parsed.data.schema.find((step) => !migrations.some((known) => known.name === step))
  if (unknown) throw new BackupError(`${newer}, it knows "${unknown}"); restore it with that one`)
  return parsed.data
}

async function read(zip: ZipFile, entries: Map<string, Entry>, name: string, file: string): Promise<Readable> {
  const entry = entries.get(name)
  if (!entry) throw new BackupError(`${basename(file)} is not a whole backup: ${name} is missing in it`)
  return zip.openReadStreamPromise(entry)
}

async function* rowsOf(zip: ZipFile, entries: Map<string, Entry>, table: TableEntry, file: string) {
  const hash = createHash('sha256')
  let count = 0
  for await (const line of linesOf(await read(zip, entries, tableFile(table.name), file))) {
    hash.update(line)
    count++
    const row: StoredRow = JSON.parse(line.toString())
    for (const column of table.bytes) {
      const value = row[column]
      if (typeof value === 'string') row[column] = Buffer.from(value, 'base64')
    }
    yield row
  }
  if (count !== table.rows || hash.digest('hex') !== table.sha256)
    throw new BackupError(`${basename(file)} is damaged: the rows of "${table.name}" are not those of its manifest`)
}

/** Splits at line feeds alone, each part of its line. `readline` would also split at U+2028, which texts contain. */
async function* linesOf(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      held.push(chunk.subarray(start, end + 1))
      yield held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
      held = []
      start = end + 1
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
  }
  if (held.length > 0) yield Buffer.concat(held)
}

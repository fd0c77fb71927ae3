import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { migrations } from '#server/database/migrate.ts'
import { todaysNames } from '#server/database/migrations/former.ts'
import { bytesOf, checkSeal, linesOf, parseBounded, UnreadablePart } from './archive.ts'
import {
  BackupError,
  isStoredTime,
  isTimeColumn,
  type Manifest,
  manifest as manifestContract,
  type StoredRow,
  type TableEntry,
  tableFile,
} from './manifest.ts'

/** The longest manifest, in bytes, and how much it may hold: lists of columns in a list of tables. */
const longestManifest = 4 * 1024 * 1024
const manifestBounds = { depth: 4, commas: 20_000 }
const manifestFile = 'manifest.json'
const mostFiles = 1_000

type Archive = { zip: ZipFile; entries: Map<string, Entry>; name: string }

export type Backup = Disposable & {
  name: string
  manifest: Manifest
  /** The rows of a table, with bytes decoded. @throws BackupError at their end, when they are not those of the manifest */
  rows(table: TableEntry): AsyncIterable<StoredRow>
  close(): void
}

/**
 * Opens a backup whose every byte is as it was written.
 * @throws BackupError when it is not a backup, is damaged, or was made by a newer version
 */
export async function openBackup(file: string): Promise<Backup> {
  await checkSeal(file)
  const name = basename(file)
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(file, { autoClose: false })
    const archive = { zip, entries: await entriesOf(zip), name }
    const manifest = readManifest(
      parseBounded(await bytesOf(await read(archive, manifestFile), longestManifest), manifestBounds),
      name,
    )
    const close = () => archive.zip.close()
    return { name, manifest, rows: (table) => rowsOf(archive, table), close, [Symbol.dispose]: close }
  } catch (cause) {
    zip?.close()
    if (cause instanceof BackupError) throw cause
    throw new BackupError(
      `${name} is not a backup of Atrium: its manifest cannot be read (${(cause as Error).message})`,
      { cause },
    )
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry)
    if (entries.size > mostFiles) throw new UnreadablePart(`it has more than ${mostFiles} files`)
  }
  return entries
}

function readManifest(found: unknown, name: string): Manifest {
  if (typeof found !== 'object' || found === null) throw new UnreadablePart('it is not an object')
  const { format, version } = found as { format?: unknown; version?: unknown }
  const newer = `${name} was made by a newer version of this program (${version}`
  if (typeof format === 'number' && format > 1) throw new BackupError(`${newer}); restore it with that one`)
  const parsed = manifestContract.safeParse(found)
  if (!parsed.success) throw new BackupError(`${name} is not a backup of Atrium: its manifest cannot be read`)
  const schema = todaysNames(parsed.data.schema)
  if (!schema)
    throw new BackupError(
      `${name} was made by a version before 0.1.0; restore it with version 0.1.0, then make another backup`,
    )
  const unknown = schema.find((step) => !migrations.some((known) => known.name === step))
  if (unknown) throw new BackupError(`${newer}, it knows "${unknown}"); restore it with that one`)
  return { ...parsed.data, schema }
}

async function read({ zip, entries, name }: Archive, part: string): Promise<Readable> {
  const entry = entries.get(part)
  if (!entry) throw new BackupError(`${name} is not a whole backup: ${part} is missing in it`)
  return zip.openReadStreamPromise(entry)
}

async function* rowsOf(archive: Archive, table: TableEntry): AsyncGenerator<StoredRow> {
  const damaged = (reason: string) => new BackupError(`${archive.name} is damaged: ${reason}`)
  const hash = createHash('sha256')
  let count = 0
  try {
    const rows = linesOf(await read(archive, tableFile(table.name)), (line) => {
      hash.update(line)
      return ++count > table.rows ? undefined : rowOf(line, table)
    })
    for await (const row of rows) {
      if (!row) break
      yield row
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw damaged(`a row of "${table.name}" cannot be read (${(cause as Error).message})`)
  }
  if (count !== table.rows || hash.digest('hex') !== table.sha256)
    throw damaged(`the rows of "${table.name}" are not those of its manifest`)
}

/** @throws UnreadablePart when it is not a row of the table */
function rowOf(line: Buffer, { columns, bytes }: TableEntry): StoredRow {
  const row = parseBounded(line, { depth: 1, commas: columns.length }) as StoredRow | unknown[] | null
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new UnreadablePart('it is not an object')
  for (const [column, value] of Object.entries(row)) {
    if (!columns.includes(column)) throw new UnreadablePart(`it has a column "${column}"`)
    if (isTimeColumn(column) && value !== null && !isStoredTime(value))
      throw new UnreadablePart(`its ${column} is not a time`)
    if (bytes.includes(column) && typeof value === 'string') row[column] = Buffer.from(value, 'base64')
  }
  return row
}

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { ZipFile } from 'yazl'
import { emptyComment, sealArchive } from '#server/backup/archive.ts'
import { type Manifest, tableFile } from '#server/backup/manifest.ts'
import { openBackup } from '#server/backup/read-backup.ts'
import { lineOf } from '#server/backup/write-backup.ts'

/** The content of a backup: its manifest, and the lines of each table. */
export type Content = { manifest: Manifest; lines: Record<string, string[]> }

export async function contentOf(file: string): Promise<Content> {
  const backup = await openBackup(file)
  const lines: Content['lines'] = {}
  for (const table of backup.manifest.tables)
    lines[table.name] = await Array.fromAsync(backup.rows(table), (row) => lineOf(row, table))
  backup.close()
  return { manifest: backup.manifest, lines }
}

/** Writes files into an archive with the right digest at its end. */
export async function writeSealed(file: string, files: Record<string, Iterable<string> | string>, change = -1) {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name)
    else zip.addReadStream(Readable.from(content, { objectMode: false }), name)
  }
  zip.end({ comment: emptyComment, forceZip64Format: false })
  if (change < 0) return pipeline(zip.outputStream, sealArchive(), createWriteStream(file))
  const bytes = await buffer(zip.outputStream)
  const at = change % (bytes.length - emptyComment.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (change % 8))
  return pipeline(Readable.from([bytes]), sealArchive(), createWriteStream(file))
}

/** The files of a backup with this content, whose manifest counts and hashes the lines as they are. */
export function filesOf({ manifest, lines }: Content): Record<string, string> {
  const files: Record<string, string> = {}
  const tables = manifest.tables.map((table) => {
    const content = (lines[table.name] ?? []).join('')
    files[tableFile(table.name)] = content
    const rows = content.split('\n').length - 1
    return { ...table, rows, sha256: createHash('sha256').update(content).digest('hex') }
  })
  return { ...files, 'manifest.json': JSON.stringify({ ...manifest, tables }) }
}

const odd = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    1e308,
    '',
    'yesterday',
    '\0',
    '\ud800',
    'nothing\n\u001b[31m',
    [],
    [[]],
    {},
    { a: [] },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A change of a backup's files, by numbers from which it takes the table, the row and the column. */
export const mutation = fc.record({
  kind: fc.constantFrom(
    'value',
    'value',
    'column',
    'row',
    'copy',
    'removal',
    'manifest',
    'table',
    'file',
    'bit',
    'bit',
  ),
  places: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  odd,
})
export type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

/** The files of a backup after a change, and which bit of the archive changes. */
export function mutated({ manifest, lines }: Content, { kind, places: [first, second, third], odd }: Mutation) {
  const content: Content = structuredClone({ manifest, lines })
  const tables = content.manifest.tables.filter(({ name }) => (content.lines[name]?.length ?? 0) > 0)
  const table = tables[first % tables.length] as Manifest['tables'][number]
  const rows = content.lines[table.name] as string[]
  const at = second % rows.length
  const column = table.columns[third % table.columns.length] as string
  const change = (values: object) => {
    rows[at] = `${JSON.stringify({ ...JSON.parse(rows[at] as string), ...values })}\n`
  }
  if (kind === 'value') change({ [column]: odd })
  if (kind === 'column') change({ [`${column}${third % 2 ? '"; drop table users; --' : ''}`]: odd, __proto__: odd })
  if (kind === 'row') rows[at] = `${third % 3 ? JSON.stringify(odd) : '{"a":'}\n`
  if (kind === 'copy') rows.push(rows[at] as string)
  if (kind === 'removal') rows.splice(at, 1 + (third % 3))
  if (kind === 'table') Object.assign(table, { [['name', 'columns', 'bytes'][third % 3] as string]: odd })
  const files = filesOf(content)
  if (kind === 'manifest') {
    const written = JSON.parse(files['manifest.json'] as string)
    const field = ['format', 'version', 'createdAt', 'source', 'schema', 'tables'][first % 6] as string
    const list = third % 2 ? written[field] : undefined
    if (Array.isArray(list)) list.splice(second % list.length, 1)
    else written[field] = odd
    files['manifest.json'] = JSON.stringify(written)
  }
  if (kind === 'file') delete files[Object.keys(files)[first % Object.keys(files).length] as string]
  return { files, bit: kind === 'bit' ? first : -1 }
}

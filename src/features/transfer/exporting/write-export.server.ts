import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/config/program-files.ts'
import type { Database } from '#server/database/connect.ts'
import type { Column } from '#server/database/table.ts'
import { csvLines } from '#server/http/long-lists.ts'
import type { Entity } from '#server/record/entity.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import {
  dataPath,
  type ExportedFile,
  exportFormat,
  filesPath,
  type Manifest,
  manifestPath,
  schemaPath,
} from '../ground/atrium-export.contract.ts'
import { type ExportedTable, exportedColumns, exportedTables } from '../ground/exported-tables.server.ts'
import { readmeOf } from './export-readme.ts'
import { mediaNames, readMedia } from './media-files.server.ts'
import { type ReadOptions, readRows } from './read-rows.server.ts'
import { writeDocuments } from './write-documents.server.ts'

export type ExportContext = { config: Config; database: Database; entities: Entity[]; site: SiteConfig }
export type ExportOptions = {
  people: boolean
  signal: AbortSignal
  /** Says how far it is, in a line. */
  say?: (line: string) => void
}

/** A file of an export. Its content is read before the next one begins. */
export type WrittenFile = {
  path: string
  content: AsyncIterable<string | Uint8Array>
  /** Whether its bytes are compressed already. */
  isMedia?: boolean
}

/** How many records with their texts are in memory at a time. */
const atOnce = 10

const asFile = (path: string, text: string): WrittenFile => ({ path, content: once(text) })
async function* once(text: string) {
  yield text
}

/** Writes everything of a site, file by file. It holds a few records, or a piece of one picture, whatever the site has. */
export async function* writeExport(
  context: ExportContext,
  { people, signal, say = () => {} }: ExportOptions,
): AsyncGenerator<WrittenFile> {
  const { config, database, entities, site } = context
  const { company } = await site.now()
  const exportedAt = database.now()
  const tables = exportedTables(entities)
  const options: ReadOptions = { database, tables, size: atOnce, signal }
  const records: Record<string, number> = {}

  for (const one of tables) {
    const { name } = one.table
    records[name] = 0
    yield {
      path: dataPath(name),
      content: asLines(options, one, () => {
        records[name] = (records[name] ?? 0) + 1
      }),
    }
    yield asFile(schemaPath(name), `${JSON.stringify(schemaOf(one), null, 2)}\n`)
    say(`${one.entity?.plural ?? name}: ${records[name]}`)
  }

  const names = await mediaNames(options)
  const origin = new URL(config.publicUrl).origin
  let documents = 0
  for (const one of tables)
    for await (const { path, text } of writeDocuments({ ...options, origin, names }, one)) {
      yield asFile(path, text)
      if (++documents % 1_000 === 0) say(`Markdown files: ${documents}`)
    }
  say(`Markdown files: ${documents}`)

  // A line of the list is all that stays of each.
  const listed: string[] = []
  for await (const { content, ...file } of readMedia(options, names)) {
    yield { path: file.path, content, isMedia: true }
    listed.push(JSON.stringify(file satisfies ExportedFile))
    if (listed.length % 100 === 0) say(`Images and files: ${listed.length}`)
  }
  yield asFile(filesPath, `[\n${listed.join(',\n')}\n]\n`)
  say(`Images and files: ${listed.length}`)

  if (people)
    for (const entity of entities)
      for (const csv of (await entity.people?.({ config, database, site })) ?? []) {
        yield { path: `people/${csv.name}.csv`, content: csvLines(database.reads, csv) }
        say(`people/${csv.name}.csv`)
      }

  const manifest: Manifest = {
    program: 'Atrium',
    format: exportFormat,
    version: programVersion,
    exportedAt,
    site: { title: company.brand, address: config.publicUrl.replace(/\/$/, ''), timeZone: config.timeZone },
    people,
    records,
  }
  yield asFile('README.md', readmeOf(manifest))
  yield asFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** A table as a JSON array with one record in each line. */
async function* asLines(options: ReadOptions, exported: ExportedTable, count: () => void) {
  let before = '[\n'
  for await (const rows of readRows(options, exported))
    for (const row of rows) {
      yield before + JSON.stringify(row)
      before = ',\n'
      count()
    }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

type Json = Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: the types of the values do not matter here
const ofColumn = ({ is }: Column<any, any>): Json => {
  if (is === 'time') return { type: 'string', format: 'date-time' }
  return is === undefined ? {} : { type: is === 'text' ? 'string' : is }
}

/**
 * The JSON Schema of a file in `data`: of each column what the contract of the entity says about a field of its name, else what the column holds.
 */
function schemaOf({ table, entity }: ExportedTable): Json {
  const { properties: fields = {}, $defs } = entity?.record
    ? (z.toJSONSchema(entity.record, { unrepresentable: 'any' }) as { properties?: Record<string, Json>; $defs?: Json })
    : {}
  const names = exportedColumns(table)
  const column = (name: string) => table.columns[name] as Column<unknown, unknown>
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: entity?.plural ?? table.name,
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          column(name).is === 'time' ? ofColumn(column(name)) : (fields[name] ?? ofColumn(column(name))),
        ]),
      ),
      required: names.filter((name) => !column(name).isOptional),
      additionalProperties: false,
    },
    ...($defs && { $defs }),
  }
}

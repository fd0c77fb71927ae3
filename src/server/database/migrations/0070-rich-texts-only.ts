import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Migration } from './make-table.ts'

const textsOf = { cases: ['problem', 'solution'], openings: ['description'] }

/** All texts of case studies and openings are rich. Plain ones become the HTML from which they were rendered, in the history too. */
export const richTextsOnly: Migration = {
  name: '0070-rich-texts-only',
  async up(db) {
    for (const [table, names] of Object.entries(textsOf)) {
      await convertRows(db, table, names)
      await convertRevisions(db, table, names)
      await sql`alter table ${sql.table(table)} drop column "format"`.execute(db)
    }
  },
}

async function convertRows(db: QueryExecutorProvider, table: string, names: string[]) {
  const { rows } = await sql<Record<string, string>>`
    select "id", ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} where "format" = 'plain'`.execute(
    db,
  )
  for (const row of rows) {
    const texts = Object.fromEntries(names.map((name) => [name, toHtml(row[name] ?? '')]))
    const columns = names.map((name) => sql`${sql.ref(name)} = ${texts[name]}`)
    // A text that was never rendered is shown like this until it is.
    await sql`update ${sql.table(table)}
      set ${sql.join(columns)}, "renderedTexts" = coalesce("renderedTexts", ${JSON.stringify(texts)})
      where "id" = ${row['id']}`.execute(db)
  }
}

type Revision = { recordId: string; number: number; packed: Uint8Array }

/** Revisions from before there were formats have none. */
async function convertRevisions(db: QueryExecutorProvider, table: string, names: string[]) {
  const { rows } = await sql<Revision>`
    select "recordId", "number", "fields" as "packed" from "revisions" where "entity" = ${table}`.execute(db)
  for (const { recordId, number, packed } of rows) {
    const { format, ...fields } = JSON.parse(zstdDecompressSync(packed).toString())
    for (const name of format === 'rich' ? [] : names)
      if (typeof fields[name] === 'string') fields[name] = toHtml(fields[name])
    const digests = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, digest(value)]))
    await sql`update "revisions"
      set "fields" = ${zstdCompressSync(JSON.stringify(fields))}, "digests" = ${JSON.stringify(digests)}
      where "entity" = ${table} and "recordId" = ${recordId} and "number" = ${number}`.execute(db)
  }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const bullet = /^\s*[-*•]\s+(?=\S)/
const counted = /^\s*(\d{1,5})[.)]\s+(?=\S)/

/** Paragraphs, line breaks and lists, as the program of these texts has read them. White space alone stays. */
const toHtml = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((part) => part.trim() !== '')
    .flatMap(blocksOf)
    .join('\n') || text

function blocksOf(part: string): string[] {
  const blocks: { tag: string; start: number; items: string[] }[] = []
  for (const line of part.trim().split('\n')) {
    const last = blocks.at(-1)
    const [marker, digits] = counted.exec(line) ?? bullet.exec(line) ?? []
    const words = line
      .slice(marker?.length)
      .trim()
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    const start = Number(digits ?? 0)
    const tag = marker === undefined ? 'p' : digits === undefined ? 'ul' : 'ol'
    if (tag === 'p' && last && (last.tag === 'p' || /^\s/.test(line)))
      last.items.push(`${last.items.pop()}<br>${words}`)
    else if (tag !== 'p' && last?.tag === tag && (tag === 'ul' || start === last.start + last.items.length))
      last.items.push(words)
    else blocks.push({ tag, start, items: [words] })
  }
  return blocks.map(({ tag, start, items }) => {
    const inner = tag === 'p' ? items : items.map((item) => `<li>${item}</li>`)
    return `<${tag}${tag === 'ol' && start !== 1 ? ` start="${start}"` : ''}>${inner.join('')}</${tag}>`
  })
}

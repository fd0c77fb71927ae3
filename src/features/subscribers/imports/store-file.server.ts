import { randomUUIDv7 } from 'node:crypto'
import { withAsciiDomains } from '#contract/addresses.ts'
import { cleanText } from '#contract/clean-text.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { invalid } from '#server/runtime/http-error.ts'
import type { Column } from '../ground/imports.contract.ts'
import { type Import, imports } from '../ground/subscribers.table.ts'
import {
  everyoneIn,
  type FoundColumn,
  guessMeanings,
  headLines,
  placeOfHeadings,
  ValueCounts,
} from './column-meanings.ts'
import { batch, sampledLines } from './import-store.server.ts'
import { dayPlace } from './read-date.ts'
import { linesOf } from './read-table.server.ts'
import { fold, leavingOf } from './state-words.ts'

const mostColumns = 50

/**
 * Stores the lines of a file.
 * @returns the import's id
 * @throws HttpError 422 when it cannot be read or has no address
 */
export async function storeFile(
  { db, ...database }: Database,
  { csv, fileName, by }: { csv: string; fileName?: string | undefined; by: string },
): Promise<string> {
  const id = randomUUIDv7()
  const none = { lines: 0, linesLeft: 0, doneTo: 0, added: 0, known: 0, stopped: 0, unsubscribed: 0, erased: 0 }
  const start = { id, at: database.now(), by, fileName, state: 'open', mode: 'confirmed', asking: false } as const
  await db
    .insertInto('imports')
    .values(imports.encode({ ...start, columns: [], ...none, unreadable: 0, repeated: 0, taken: 0, restored: 0 }))
    .execute()
  try {
    const read = await storeLines(db, id, csv)
    const { titles, ...stored } = { ...read, everyone: everyoneOf(read, fileName) }
    await db.updateTable('imports').set(imports.encode(stored)).where('id', '=', id).execute()
    return id
  } catch (error) {
    await db.deleteFrom('imports').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Whether a file is a list of people who have left or bounced: one of its columns says so of each, or its name, its title or the heading of its
 * addresses does, and no column says that some may receive mail.
 */
function everyoneOf({ columns, titles }: Pick<Import, 'columns'> & { titles: string[] }, fileName = '') {
  const states = columns.filter(({ meaning }) => meaning === 'state')
  const said = states.map(({ values = [] }) => everyoneIn(values)).filter(Boolean)
  if (said.length > 0) return said.includes('unsubscribed') ? 'unsubscribed' : 'bounced'
  if (states.some(({ values = [] }) => values.some(({ value, means }) => value !== '' && means === 'confirmed')))
    return undefined
  const headings = columns.filter(({ meaning }) => meaning === 'email').map(({ heading }) => heading)
  const names = [fileName.replace(/\.\w+$/, ''), ...titles, ...headings].filter(
    (text) => !/\b(all|alle|and|und|without|ohne|excluding|except)\b/i.test(fold(text)),
  )
  return names.map(leavingOf).find(Boolean)
}

/** Addresses are stored with the domain that they are compared by. */
const cleanCell = (cell: string) => withAsciiDomains(cleanText(cell).replaceAll('\0', '').trim())

/** The lines of a file after its headings, and the lines before them. */
async function openFile(csv: string) {
  const all = linesOf(csv)
  const first: { cells: string[]; line: number }[] = []
  for (let next = await all.next(); !next.done; next = await all.next())
    if (first.push({ ...next.value, cells: next.value.cells.map(cleanCell) }) === headLines) break
  const place = placeOfHeadings(first.map(({ cells }) => cells))
  async function* body() {
    yield* first.slice(place + 1)
    for await (const { cells, line } of all) yield { line, cells: cells.map(cleanCell) }
  }
  const titles = first.slice(0, Math.max(0, place)).flatMap(({ cells }) => cells)
  return { headings: first[place]?.cells, headLine: first[place]?.line ?? 0, titles, body: body() }
}

async function storeLines(db: Db, importId: string, csv: string) {
  let waiting: { importId: string; line: number; text: string; reason: null }[] = []
  let lines = 0
  let hasAddress = false
  const { headings, titles, body } = await openFile(csv)
  let isList: boolean | undefined
  const columns: (Omit<FoundColumn, 'values'> & { counts: ValueCounts; first?: true; second?: true })[] = []
  const width = Math.min(mostColumns, 1 + (headings ?? []).findLastIndex((heading) => heading !== ''))
  const columnAt = (at: number) => {
    const found = columns[at] ?? {
      heading: headings?.[at]?.slice(0, 200) ?? '',
      samples: [],
      counts: new ValueCounts(),
    }
    // Former lines were shorter.
    if (!columns[at]) found.counts.add('', lines - 1)
    columns[at] = found
    return found
  }
  const write = async () => {
    if (waiting.length > 0) await db.insertInto('importLines').values(waiting).execute()
    waiting = []
  }
  for await (const { cells: all, line } of body) {
    isList ??= headings === undefined && isAddressList(all)
    const cells = isList ? [all.filter((cell) => cell !== '').join(', ')] : all.slice(0, mostColumns)
    lines++
    hasAddress ||= cells.some((cell) => cell.includes('@'))
    // A line can have fewer cells than others.
    for (let at = 0; at < Math.max(cells.length, columns.length, width); at++) {
      const [cell, column] = [cells[at] ?? '', columnAt(at)]
      if (lines <= sampledLines) column.samples.push(cell)
      column.counts.add(cell)
      const place = dayPlace(cell)
      if (place) column[place] = true
    }
    waiting.push({ importId, line, text: JSON.stringify(cells), reason: null })
    if (waiting.length === batch) await write()
  }
  await write()
  if (!hasAddress) throw invalid('csv', 'No line of this file holds an email address.')
  const meanings = guessMeanings(columns.map(({ counts, ...column }) => ({ ...column, values: counts.texts })))
  return {
    lines,
    linesLeft: lines,
    titles,
    columns: columns.map(({ heading, counts, first, second }, at): Column => {
      const meaning = meanings[at] ?? 'ignore'
      return {
        heading,
        meaning,
        ...(meaning === 'state' && { values: counts.under(heading) }),
        ...(second && !first && { monthFirst: second }),
        ...(meaning === 'ignore' && counts.texts.some(leavingOf) && { namesLeavers: true }),
      }
    }),
  }
}

/** Whether a line is no row of a table but addresses between commas, as a mail program has them, also with a comma in a name. */
const isAddressList = (cells: string[]) =>
  cells.filter((cell) => cell.includes('@')).length > 1 ||
  cells.every((cell) => cell === '' || cell.includes('@')) ||
  cells.some((cell) => /^"[^"]*$/.test(cell))

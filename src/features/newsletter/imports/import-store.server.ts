import { randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { cleanText } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import { type Import, imports } from '../newsletter.table.ts'
import type { ImportStatus, ImportSummary, importChoices } from './imports.contract.ts'
import { dayPlace, guessMeanings, hasHeadings } from './read-addresses.ts'
import { linesOf } from './read-table.server.ts'

/** Lines that are read, and rows that are written, at a time. SQLite takes 32,766 values in one statement. */
export const batch = 250
/** Lines that are deleted at a time. */
const deletedAtOnce = 5_000
const mostColumns = 50
const longestSample = 200
/** The lines from which the meaning of a column is guessed. */
const sampledLines = 100
const samplesShown = 3

/** How long a file can be applied, an import can be taken back, and the lines that it left out are kept, in milliseconds. */
const openFor = day
const undoFor = day
const leftFor = 30 * day

type Db = Database['db'] | Transaction

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
  const counts = {
    lines: 0,
    doneTo: 0,
    added: 0,
    known: 0,
    unsubscribed: 0,
    erased: 0,
    unreadable: 0,
    repeated: 0,
    taken: 0,
  }
  const start = { id, at: database.now(), by, fileName, state: 'open', mode: 'confirmed', asking: false } as const
  await db
    .insertInto('imports')
    .values(imports.encode({ ...start, columns: [], ...counts }))
    .execute()
  try {
    const { lines, columns } = await storeLines(db, id, csv)
    await db.updateTable('imports').set(imports.encode({ lines, columns })).where('id', '=', id).execute()
    return id
  } catch (error) {
    await db.deleteFrom('imports').where('id', '=', id).execute()
    throw error
  }
}

async function storeLines(db: Db, importId: string, csv: string) {
  let waiting: { importId: string; line: number; text: string; reason: null }[] = []
  const sampled: string[][] = []
  let headings: string[] | undefined
  let isList = false
  let lines = 0
  let width = 0
  let hasAddress = false
  const dayPlaces: { first?: true; second?: true }[] = []
  const write = async () => {
    if (waiting.length > 0) await db.insertInto('importLines').values(waiting).execute()
    waiting = []
  }
  for await (const { cells: found, line } of linesOf(csv)) {
    const all = found.map((cell) => cleanText(cell).replaceAll('\0', '').trim())
    if (headings === undefined) {
      headings = hasHeadings(all) ? all : []
      isList = headings.length === 0 && isAddressList(all)
      if (headings.length > 0) continue
    }
    const cells = isList ? [all.filter((cell) => cell !== '').join(', ')] : all.slice(0, mostColumns)
    lines++
    width = Math.max(width, cells.length)
    hasAddress ||= cells.some((cell) => cell.includes('@'))
    if (sampled.length < sampledLines) sampled.push(cells)
    for (const [at, cell] of cells.entries()) {
      const place = dayPlace(cell)
      if (place) dayPlaces[at] = { ...dayPlaces[at], [place]: true }
    }
    waiting.push({ importId, line, text: JSON.stringify(cells), reason: null })
    if (waiting.length === batch) await write()
  }
  await write()
  if (!hasAddress) throw invalid('csv', 'No line of this file holds an e-mail address.')
  const columns = Array.from({ length: width }, (_, at) => ({
    heading: headings?.[at]?.slice(0, 200) ?? '',
    samples: sampled.map((cells) => cells[at] ?? ''),
  }))
  const meanings = guessMeanings(columns)
  return {
    lines,
    columns: columns.map(({ heading }, at) => {
      const { first, second } = dayPlaces[at] ?? {}
      return { heading, meaning: meanings[at] ?? 'ignore', ...(second && !first && { monthFirst: second }) }
    }),
  }
}

/** Whether a line is no row of a table but addresses between commas, as a mail program has them, also with a comma in a name. */
const isAddressList = (cells: string[]) =>
  cells.filter((cell) => cell.includes('@')).length > 1 ||
  cells.every((cell) => cell === '' || cell.includes('@')) ||
  cells.some((cell) => /^"[^"]*$/.test(cell))

/** @throws HttpError 404 */
export async function findImport(db: Db, id: string): Promise<Import> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Import not found')
  return imports.decode(row)
}

/**
 * Stores the choices for a file that is not applied yet.
 * @throws HttpError 404, 409 for one that is, 422 for another number of columns
 */
export async function storeChoices(
  database: Database,
  id: string,
  { columns: meanings, agreed, agreedOn, mode }: z.infer<typeof importChoices>,
): Promise<void> {
  await database.transaction(async (trx) => {
    const { state, columns } = await lockImport(trx, id)
    if (state !== 'open') throw new HttpError(409, 'This file has been imported already.')
    if (meanings && meanings.length !== columns.length)
      throw invalid('columns', `The file has ${columns.length} columns`)
    const chosen = meanings && columns.map((column, at) => ({ ...column, meaning: meanings[at] ?? 'ignore' }))
    const changes = {
      ...(chosen && { columns: chosen }),
      ...(agreed && { agreed }),
      ...(agreedOn && { agreedOn }),
      ...(mode && { mode }),
    }
    if (Object.keys(changes).length > 0) await changeImport(trx, id, changes)
  })
}

/** Locks an import until the transaction ends. @throws HttpError 404 */
export async function lockImport(trx: Transaction, id: string): Promise<Import> {
  const row = await trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Import not found')
  return imports.decode(row)
}

export const changeImport = (trx: Transaction, id: string, changes: Partial<Import>) =>
  trx.updateTable('imports').set(imports.encode(changes)).where('id', '=', id).execute()

/** SQLite answers synchronously, so other requests get their turn only here. Call it between two parts. */
export const giveWay = () => setImmediate()

/** The next lines of a file. */
export async function nextLines(db: Db, importId: string, after: number): Promise<{ line: number; cells: string[] }[]> {
  const rows = await db
    .selectFrom('importLines')
    .select(['line', 'text'])
    .where('importId', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(batch)
    .execute()
  return rows.map(({ line, text }) => ({ line, cells: JSON.parse(text) }))
}

/** All lines of a file, some at a time. */
export async function* linesIn(db: Db, importId: string) {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const lines = await nextLines(db, importId, last)
    if (lines.length > 0) yield lines
    last = lines.at(-1)?.line
    await giveWay()
  }
}

/** The columns of a file that is not applied yet, with their first values. */
export async function columnsOf({ db }: Database, { id, columns }: Import): Promise<ImportStatus['columns']> {
  const first = (await nextLines(db, id, 0)).slice(0, sampledLines)
  return columns.map(({ heading, meaning }, at) => ({
    heading,
    meaning,
    samples: [...new Set(first.map(({ cells }) => (cells[at] ?? '').slice(0, longestSample)))]
      .filter((cell) => cell !== '')
      .slice(0, samplesShown),
  }))
}

export function summaryOf({ id, columns: _, taken: __, kept: ___, ...row }: Import): ImportSummary {
  const { state, appliedAt, unsubscribed, erased, unreadable } = row
  const undoUntil = state === 'applied' && appliedAt ? later(appliedAt, undoFor) : undefined
  return { _id: id, ...row, left: unsubscribed + erased + unreadable, undoUntil }
}

const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

/** How many addresses an applied import left out, asked and took back. */
export async function resultOf({ db }: Database, row: Import): Promise<Partial<ImportStatus>> {
  const ofImport = db.selectFrom('importLines').where('importId', '=', row.id).where('reason', 'is not', null)
  const [reasons, messages, pending] = await Promise.all([
    ofImport
      .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
      .groupBy('reason')
      .execute(),
    db
      .selectFrom('deliveries')
      .where('kind', '=', 'importConfirmation')
      .where('subjectId', '=', row.id)
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
    row.asking
      ? db
          .selectFrom('subscribers')
          .where('importId', '=', row.id)
          .where('state', '=', 'pending')
          .where('id', '>', row.askedTo ?? '')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      : { count: 0 },
  ])
  const countOf = (...states: string[]) =>
    messages.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const leftLines = reasons.reduce((sum, { count }) => sum + count, 0)
  return {
    reasons: reasons.map(({ reason, count }) => ({ reason: reason ?? '', count })).sort((a, b) => b.count - a.count),
    leftLines,
    ...(leftLines > 0 && row.appliedAt && { leftUntil: later(row.appliedAt, leftFor) }),
    ...(row.mode === 'ask' && {
      asked: { sent: countOf('sent'), waiting: countOf('waiting', 'sending') + pending.count },
    }),
    ...(row.state === 'undone' && { taken: row.taken, kept: row.kept ?? [] }),
  }
}

/** Deletes the lines of files that were not applied within a day, and those left out by earlier imports. */
export async function deleteOldLines({ db, ...database }: Database): Promise<void> {
  const before = (age: number) => later(database.now(), -age)
  const old = db
    .selectFrom('imports')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', 'in', ['open', 'applying']), eb('at', '<', before(openFor))]),
        and([eb('state', 'in', ['applied', 'undone']), eb('appliedAt', '<', before(leftFor))]),
      ]),
    )
  const left = await db
    .selectFrom('importLines')
    .select(({ fn }) => ['importId', fn.max<number>('line').as('last')])
    .where('importId', 'in', old)
    .groupBy('importId')
    .execute()
  for (const { importId, last } of left)
    for (let from = 0; from <= last; from += deletedAtOnce) {
      const some = db
        .deleteFrom('importLines')
        .where('importId', '=', importId)
        .where('line', '<=', from + deletedAtOnce)
      await some.execute()
      await giveWay()
    }
  await db.deleteFrom('imports').where('state', '=', 'open').where('at', '<', before(openFor)).execute()
}

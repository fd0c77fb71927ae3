import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { countDeliveries } from '#server/mail/queue.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { day } from '#server/security/counters.ts'
import type {
  CheckSums,
  Column,
  ImportStatus,
  ImportSummary,
  importChoices,
  Meaning,
} from '../ground/imports.contract.ts'
import { type Import, imports } from '../ground/subscribers.table.ts'
import { ValueCounts } from './column-meanings.ts'
import { addressSigns } from './read-table.server.ts'

/** Lines that are read, and rows that are written, at a time. SQLite takes 32,766 values in one statement. */
export const batch = 250
/** Addresses that are looked up at a time, which several lines, or a single one, can have. */
const addressesAtOnce = 1_000
/** The lines that are read first, since each of them can have many addresses. */
const firstLines = 10
const longestSample = 200
export const sampledLines = 100
const samplesShown = 3

/** How long a file can be applied, an import can be taken back, and the lines that it left out are kept, in milliseconds. */
export const openFor = day
const undoFor = day
export const leftFor = 30 * day

/** Reads an import, in a transaction with its row locked until the end. @throws HttpError 404 */
export async function findImport(db: Db, id: string): Promise<Import> {
  const rows = db.selectFrom('imports').selectAll().where('id', '=', id)
  const row = await (db.isTransaction ? rows.forUpdate() : rows).executeTakeFirst()
  if (!row) throw notFound('Import not found')
  return imports.decode(row)
}

/**
 * Stores the choices for an open file.
 * @returns whether the check changes
 * @throws HttpError 404, 409 once it is applied, 422 for another number of columns, or for a value that no column of states has
 */
export async function storeChoices(
  database: Database,
  id: string,
  { columns: meanings, values: answers = [], everyone, ...choices }: z.infer<typeof importChoices>,
): Promise<boolean> {
  const counted = await countValues(database, id, meanings)
  return database.transaction(async (trx) => {
    const { state, columns } = await findImport(trx, id)
    if (state !== 'open') throw new HttpError(409, 'This file has been imported already.')
    if (meanings && meanings.length !== columns.length)
      throw invalid('columns', `The file has ${columns.length} columns`)
    const chosen = columns.map(({ values, ...column }, at): Column => {
      const meaning = meanings?.[at] ?? column.meaning
      const found = values ?? counted.get(at)?.under(column.heading)
      return { ...column, meaning, ...(found && { values: found }) }
    })
    for (const { column, value, means } of answers) {
      const found = chosen[column]?.values?.find((one) => one.value === value)
      if (!found || chosen[column]?.meaning !== 'state')
        throw invalid('values', `Column ${column} has no state “${value ?? ''}”`)
      found.means = means
    }
    const changes: Partial<Import> = {
      ...((meanings || answers.length > 0) && { columns: chosen }),
      ...(everyone && { everyone: everyone === 'agreed' ? undefined : everyone }),
      ...Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)),
    }
    if (Object.keys(changes).length > 0) await changeImport(trx, id, changes)
    return 'columns' in changes || 'everyone' in changes
  })
}

export const storeSums = ({ db }: Database, id: string, check: CheckSums) =>
  db.updateTable('imports').set(imports.encode({ check })).where('id', '=', id).execute()

async function countValues({ db }: Database, id: string, meanings: Meaning[] = []): Promise<Map<number, ValueCounts>> {
  const { columns, state } = await findImport(db, id)
  const wanted = columns.flatMap(({ values }, at) => (meanings[at] === 'state' && !values ? [at] : []))
  const counts = new Map(wanted.map((at) => [at, new ValueCounts()]))
  if (wanted.length > 0 && state === 'open')
    for await (const lines of linesIn(db, id))
      for (const { cells } of lines) for (const [at, counted] of counts) counted.add(cells[at] ?? '')
  return counts
}

export const changeImport = (trx: Transaction, id: string, changes: Partial<Import>) =>
  trx.updateTable('imports').set(imports.encode(changes)).where('id', '=', id).execute()

/** SQLite answers synchronously, so other requests get their turn only here. Call it between two parts. */
export const yieldToEventLoop = () => setImmediate()

/** The next lines of a file: as many as have about `addressesAtOnce`. */
export async function nextLines(db: Db, importId: string, after: number): Promise<{ line: number; cells: string[] }[]> {
  const read = (from: number, most: number) =>
    db
      .selectFrom('importLines')
      .select(['line', 'text'])
      .where('importId', '=', importId)
      .where('line', '>', from)
      .orderBy('line')
      .limit(most)
      .execute()
  const rows = await read(after, firstLines)
  const last = rows[firstLines - 1]
  const addressesIn = (some: typeof rows) => some.reduce((sum, { text }) => sum + addressSigns(text), 0)
  if (last && addressesIn(rows) * (batch / firstLines) <= addressesAtOnce)
    rows.push(...(await read(last.line, batch - firstLines)))
  let addresses = 0
  const end = rows.findIndex(({ text }, at) => {
    addresses += addressSigns(text)
    return addresses > addressesAtOnce && at > 0
  })
  return rows.slice(0, end < 0 ? rows.length : end).map(({ line, text }) => ({ line, cells: JSON.parse(text) }))
}

export async function* linesIn(db: Db, importId: string) {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const lines = await nextLines(db, importId, last)
    if (lines.length > 0) yield lines
    last = lines.at(-1)?.line
    await yieldToEventLoop()
  }
}

/** The columns of a file that is not applied yet, with their first values. */
export async function columnsOf({ db }: Database, { id, columns }: Import): Promise<ImportStatus['columns']> {
  const first = (await nextLines(db, id, 0)).slice(0, sampledLines)
  return columns.map(({ heading, meaning, values }, at) => ({
    heading,
    meaning,
    ...(meaning === 'state' && { values: values ?? [] }),
    samples: [...new Set(first.map(({ cells }) => (cells[at] ?? '').slice(0, longestSample)))]
      .filter((cell) => cell !== '')
      .slice(0, samplesShown),
  }))
}

export function summaryOf({ id, columns: _, taken: __, kept: ___, check: ____, ...row }: Import): ImportSummary {
  const { state, appliedAt, endedAt, everyone = 'agreed', unsubscribed, erased, unreadable } = row
  const undoUntil = state === 'applied' && appliedAt ? later(appliedAt, undoFor) : undefined
  const left = unsubscribed + erased + unreadable
  return { _id: id, ...row, state: endedAt ? 'incomplete' : state, everyone, left, undoUntil }
}

export const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

/** How many addresses an applied import left out, asked and took back. */
export async function resultOf({ db }: Database, row: Import): Promise<Partial<ImportStatus>> {
  const ofImport = db.selectFrom('importLines').where('importId', '=', row.id).where('reason', 'is not', null)
  const [reasons, messages, pending] = await Promise.all([
    ofImport
      .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
      .groupBy('reason')
      .execute(),
    countDeliveries(db, 'importConfirmation', row.id),
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
  const ended = row.appliedAt ?? row.endedAt
  const leftLines = reasons.reduce((sum, { count }) => sum + count, 0)
  return {
    reasons: reasons.map(({ reason, count }) => ({ reason: reason ?? '', count })).sort((a, b) => b.count - a.count),
    leftLines,
    ...(leftLines > 0 && ended && { leftUntil: later(ended, leftFor) }),
    ...(row.mode === 'ask' && {
      asked: { sent: messages.counts.sent, waiting: messages.open + pending.count },
    }),
    ...(row.state === 'undone' && { taken: row.taken, restored: row.restored, kept: row.kept ?? [] }),
  }
}

/** Gives an import up that cannot go on. Those whom it was to ask to confirm are still asked. */
export const giveUp = (trx: Transaction, { id, mode }: Import, now: string) =>
  changeImport(trx, id, { endedAt: now, asking: mode === 'ask' })

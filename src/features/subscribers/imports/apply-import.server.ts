import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError, type Issues } from '#server/runtime/http-error.ts'
import { importConsent } from '../ground/imports.contract.ts'
import { chosenTopics } from '../ground/subscribers.shared.server.ts'
import { type Import, subscribers } from '../ground/subscribers.table.ts'
import { addSubscribers, changeSubscriber } from '../subscription/subscription.shared.server.ts'
import { unknownValues } from './column-meanings.ts'
import { batch, changeImport, findImport, giveUp, nextLines, yieldToEventLoop } from './import-store.server.ts'
import { readDate } from './read-date.ts'
import { firstState, type Reading, type SortedAddress, sortAddresses } from './sort-addresses.server.ts'
import { isStopped } from './state-words.ts'

/**
 * Adds the addresses of a file. Each part is one transaction that also stores how far it came, so an import that was interrupted goes on
 * when it is applied again, and no line counts twice.
 * @param signal stops it between two parts
 * @throws HttpError 404, 409 when it was applied before, 410 when lines are missing, 422 without a consent or with a state that is not known
 */
export async function applyImport(
  database: Database,
  id: string,
  reading: Reading,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true, isDone = false; !isDone; isFirst = false) {
    await yieldToEventLoop()
    if (signal.aborted) throw new HttpError(503, 'The import was interrupted. It goes on within a minute.')
    const missing = await database.transaction(async (trx) => {
      const row = await findImport(trx, id)
      if (row.endedAt) return row
      // Another call or process has gone on with it, and ended it.
      if (!isFirst && row.state === 'applied') {
        isDone = true
        return undefined
      }
      if (row.state !== 'open' && row.state !== 'applying')
        throw new HttpError(409, 'This file has been imported already.')
      requireAnswers(row, database.now(), reading.zone)
      if (isFirst && (await isMissingLines(trx, row))) {
        await giveUp(trx, row, database.now())
        return row
      }
      isDone = await applyPart(trx, row, { ...reading, now: database.now() })
      return undefined
    })
    if (missing) throw incomplete(missing)
  }
}

/** Whether lines are missing, so that a part would be taken for the whole. */
async function isMissingLines(trx: Transaction, { id, doneTo, linesLeft }: Import): Promise<boolean> {
  const waiting = trx.selectFrom('importLines').where('importId', '=', id).where('line', '>', doneTo)
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count < linesLeft
}

const incomplete = ({ lines, linesLeft }: Import) =>
  new HttpError(
    410,
    `This import cannot go on: ${linesLeft.toLocaleString('en')} of its ${lines.toLocaleString('en')} lines were not imported and are no longer stored. Please upload the file again. The addresses that were added are known and stay as they are.`,
  )

/** Newsletters by email began later. */
const earliestConsent = '1990-01-01'

/** @throws HttpError 422 with the fields that are missing */
function requireAnswers({ agreed, agreedOn, columns, everyone }: Import, now: string, zone: string): void {
  const issues = everyone ? [] : [...consentIssues({ agreed, agreedOn }, now, zone), ...valueIssues(columns)]
  if (!columns.some(({ meaning }) => meaning === 'email'))
    issues.push({ path: 'columns', message: 'Choose the column of the addresses' })
  if (issues.length > 0) throw new HttpError(422, issues.map(({ message }) => message).join('. '), issues)
}

const namedValues = 5

const valueIssues = (columns: Import['columns']): Issues =>
  columns.flatMap((column, at) => {
    const unknown = unknownValues(column)
    if (unknown.length === 0) return []
    const named = unknown.slice(0, namedValues).map(({ value }) => (value === null ? 'all other values' : `“${value}”`))
    const message = `Choose what ${named.join(', ')} in the column “${column.heading || at + 1}” says`
    return [{ path: 'values', message }]
  })

/** The fields of a consent that are missing or cannot be right. */
export function consentIssues(
  { agreed, agreedOn }: Pick<Import, 'agreed' | 'agreedOn'>,
  now: string,
  zone: string,
): Issues {
  const parsed = importConsent.safeParse({ agreed, agreedOn })
  const issues = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().toString()
  if (agreedOn && agreedOn > today)
    issues.push({ path: 'agreedOn', message: 'The day on which they agreed must not be in the future' })
  // A year of two digits is one of the first century in a field for a date.
  if (agreedOn && agreedOn < earliestConsent)
    issues.push({ path: 'agreedOn', message: 'Please check the year in which they agreed' })
  return issues
}

/** @returns whether the import is complete */
async function applyPart(
  trx: Transaction,
  row: Import,
  { zone, topics, now }: Reading & { now: string },
): Promise<boolean> {
  const lines = await nextLines(trx, row.id, row.doneTo)
  const doneTo = lines.at(-1)?.line
  if (doneTo === undefined) {
    // The values of states can be anything that a file has in such a column.
    const columns = row.columns.map(({ values: _, ...column }) => column)
    await changeImport(trx, row.id, { state: 'applied', appliedAt: now, asking: row.mode === 'ask', columns })
    return true
  }
  const sorted = await sortAddresses(trx, row, lines, { zone, topics, seen: new Set() })
  const wanted = sorted.flatMap(({ outcome, address }) => (outcome === 'new' && address ? [address] : []))
  const agreedAt = readDate(row.agreedOn ?? '', { zone }, Date.parse(now))
  let added = 0
  for (let start = 0; start < wanted.length; start += batch)
    added += await addSubscribers(
      trx,
      wanted.slice(start, start + batch).map(({ email, name, date, topics, ...address }) => ({
        email,
        state: firstState(row, { email, ...address }),
        subscribedAt: date ?? now,
        name,
        topics,
        consentAt: agreedAt,
        source: 'import',
        sourceDetail: row.fileName,
        importId: row.id,
      })),
    )
  const stopped = await stopSubscribers(trx, row.id, sorted, now)
  await stopRepeated(trx, row.id, sorted)
  if (row.columns.some(({ meaning }) => meaning === 'topic')) await joinTopics(trx, row.id, sorted, topics)
  const sum = (outcome: SortedAddress['outcome']) => sorted.filter((one) => one.outcome === outcome).length
  const done = trx.deleteFrom('importLines').where('importId', '=', row.id).where('line', '>', row.doneTo)
  await done.where('line', '<=', doneTo).execute()
  await keepLeftOut(trx, row.id, sorted)
  await changeImport(trx, row.id, {
    state: 'applying',
    doneTo,
    linesLeft: row.linesLeft - lines.length,
    stopped: row.stopped + stopped,
    added: row.added + added,
    // An address that signs up at this moment is known when it is stored.
    known: row.known + sum('known') + sum('stopped') - stopped + wanted.length - added,
    unsubscribed: row.unsubscribed + sum('unsubscribed'),
    erased: row.erased + sum('erased'),
    unreadable: row.unreadable + sum('unreadable'),
    repeated: row.repeated + sum('repeated'),
  })
  return false
}

/** Ends the subscriptions of those who left or bounced by the file, and stores what they were, for the undo. @returns how many */
async function stopSubscribers(
  trx: Transaction,
  importId: string,
  sorted: SortedAddress[],
  now: string,
): Promise<number> {
  const states = new Map(
    sorted.flatMap(({ outcome, address }): [string, 'unsubscribed' | 'bounced'][] =>
      outcome === 'stopped' && address && isStopped(address.state) ? [[address.email, address.state]] : [],
    ),
  )
  const emails = [...states.keys()]
  let stopped = 0
  for (let start = 0; start < emails.length; start += batch) {
    const rows = await trx
      .selectFrom('subscribers')
      .select(['id', 'email', 'state', 'stateSince', 'stateReason', 'pausedUntil'])
      .where('email', 'in', emails.slice(start, start + batch))
      .where('state', 'in', ['confirmed', 'pending'])
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const row of rows) {
      const { id, email, ...beforeStop } = subscribers.decode(row)
      const state = states.get(email)
      const reason = state === 'bounced' ? 'In a file of addresses that have bounced' : undefined
      const change = { state, stateSince: now, stateReason: reason, pausedUntil: undefined }
      if (state) await changeSubscriber(trx, id, { ...change, state, stoppedBy: importId, beforeStop })
      stopped++
    }
  }
  return stopped
}

/** An address that the file has more than once is unsubscribed, or bounced, if any of its lines says so. */
async function stopRepeated(trx: Transaction, importId: string, sorted: SortedAddress[]): Promise<void> {
  for (const state of ['bounced', 'unsubscribed'] as const) {
    const emails = sorted.flatMap(({ outcome, address }) =>
      outcome === 'repeated' && address?.state === state ? address.email : [],
    )
    for (let start = 0; start < emails.length; start += batch)
      await trx
        .updateTable('subscribers')
        .set({ state })
        .where('email', 'in', emails.slice(start, start + batch))
        .where('importId', '=', importId)
        .where('stateSince', 'is', null)
        .where('state', '!=', 'unsubscribed')
        .execute()
  }
}

/** An address that the file has more than once gets the topics of all its lines. */
async function joinTopics(
  trx: Transaction,
  importId: string,
  sorted: SortedAddress[],
  all: Reading['topics'],
): Promise<void> {
  for (const { outcome, address } of sorted) {
    if (outcome !== 'repeated' || !address) continue
    const row = await trx
      .selectFrom('subscribers')
      .select(['id', 'topics'])
      .where('email', '=', address.email)
      .where('importId', '=', importId)
      .where('topics', 'is not', null)
      .where('stateSince', 'is', null)
      .executeTakeFirst()
    if (!row) continue
    const former = subscribers.decode(row).topics ?? []
    const joined = address.topics && chosenTopics([...former, ...address.topics], all)?.map(({ id }) => id)
    await changeSubscriber(trx, row.id, { topics: joined })
  }
}

async function keepLeftOut(trx: Transaction, importId: string, sorted: SortedAddress[]): Promise<void> {
  const left = Map.groupBy(
    sorted.filter(({ reason }) => reason),
    ({ line }) => line,
  )
  if (left.size === 0) return
  const rows = [...left].map(([line, parts]) => ({
    importId,
    line,
    text: parts.map(({ text }) => text).join(', '),
    reason: [...new Set(parts.map(({ reason }) => reason))].join('; '),
  }))
  await trx.insertInto('importLines').values(rows).execute()
}

import type { Database, Transaction } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { type Import, subscribers } from '../newsletter.table.ts'
import { chosenTopics } from '../subscribers.shared.server.ts'
import { addSubscribers, changeSubscriber } from '../subscription.shared.server.ts'
import { batch, changeImport, giveWay, lockImport, nextLines } from './import-store.server.ts'
import { importConsent } from './imports.contract.ts'
import { readDate } from './read-addresses.ts'
import { firstState, type Reading, type Sorted, sortAddresses } from './sort-addresses.server.ts'

/**
 * Adds the addresses of a file. Each part is one transaction that also stores how far it came, so an import that was interrupted goes on
 * when it is applied again, and no line counts twice.
 * @param signal stops it between two parts
 * @throws HttpError 404, 409 when it was applied before, 422 without a consent
 */
export async function applyImport(
  database: Database,
  id: string,
  reading: Reading,
  signal: AbortSignal,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    await giveWay()
    if (signal.aborted) throw new HttpError(503, 'The import was interrupted. Press Import to go on.')
    isDone = await database.transaction(async (trx) => {
      const row = await lockImport(trx, id)
      if (row.state !== 'open' && row.state !== 'applying')
        throw new HttpError(409, 'This file has been imported already.')
      requireConsent(row, database.now(), reading.zone)
      return applyPart(trx, row, { ...reading, now: database.now() })
    })
  }
}

/** Newsletters by e-mail began later. */
const earliestConsent = '1990-01-01'

/** @throws HttpError 422 with the fields that are missing */
function requireConsent({ agreed, agreedOn, columns }: Import, now: string, zone: string): void {
  const parsed = importConsent.safeParse({ agreed, agreedOn })
  const issues = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().toString()
  if (agreedOn && agreedOn > today)
    issues.push({ path: 'agreedOn', message: 'The day on which they agreed must not be in the future' })
  // A year of two digits is one of the first century in a field for a date.
  if (agreedOn && agreedOn < earliestConsent)
    issues.push({ path: 'agreedOn', message: 'Please check the year in which they agreed' })
  if (!columns.some(({ meaning }) => meaning === 'email'))
    issues.push({ path: 'columns', message: 'Choose the column of the addresses' })
  if (issues.length > 0) throw new HttpError(422, issues.map(({ message }) => message).join('. '), issues)
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
    await changeImport(trx, row.id, { state: 'applied', appliedAt: now, asking: row.mode === 'ask' })
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
  await stopRepeated(trx, row.id, sorted)
  if (row.columns.some(({ meaning }) => meaning === 'topic')) await joinTopics(trx, row.id, sorted, topics)
  const sum = (outcome: Sorted['outcome']) => sorted.filter((one) => one.outcome === outcome).length
  await trx
    .deleteFrom('importLines')
    .where('importId', '=', row.id)
    .where('line', '>', row.doneTo)
    .where('line', '<=', doneTo)
    .execute()
  await keepLeftOut(trx, row.id, sorted)
  await changeImport(trx, row.id, {
    state: 'applying',
    doneTo,
    added: row.added + added,
    // An address that signs up at this moment is known when it is stored.
    known: row.known + sum('known') + wanted.length - added,
    unsubscribed: row.unsubscribed + sum('unsubscribed'),
    erased: row.erased + sum('erased'),
    unreadable: row.unreadable + sum('unreadable'),
    repeated: row.repeated + sum('repeated'),
  })
  return false
}

/** An address that the file has more than once is unsubscribed, or bounced, if any of its lines says so. */
async function stopRepeated(trx: Transaction, importId: string, sorted: Sorted[]): Promise<void> {
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
async function joinTopics(trx: Transaction, importId: string, sorted: Sorted[], all: Reading['topics']): Promise<void> {
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

/** Keeps what was left out, for the download: one row for each line. */
async function keepLeftOut(trx: Transaction, importId: string, sorted: Sorted[]): Promise<void> {
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

import { randomUUIDv7 } from 'node:crypto'
import { type LinkedRecord, parseRecordUrl } from '#contract/record-links.ts'
import { nowIn, type Transaction } from '#server/database/connect.ts'
import { isOneOf, lockTable } from '#server/database/dialect.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import type { SideTable } from '#server/record/entity.ts'
import { AddressProblem, type OldAddress, parseRequest, readFrom, readTo } from './addresses.server.ts'
import {
  type FoundRecord,
  keysOf,
  longestChain,
  nameOfRecord,
  problemOfChain,
  publicPathsOf,
  recordsOf,
} from './check-redirects.server.ts'
import { bumpVersion } from './index.server.ts'
import { storedPath } from './missing.server.ts'
import { redirects } from './redirects.table.ts'

/** All of them are in every export. */
export const exportedRedirects: SideTable = { table: redirects, key: 'id' }

/** An old address and where it leads. */
export type NewRedirect = { from: string; to: string | LinkedRecord }

/** Why a redirect was not added. `place` is that of the redirect in the list; `taken` says that another one has its address. */
export type Refusal = NewRedirect & { place: number; field: 'from' | 'to'; reason: string; taken?: true }

export type RedirectContext = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>

/** Who adds redirects: a member of staff by their name, or an import of content. */
type Origin = { by: string } | { importId: string }

type Target = { to: string; url: URL } | { record: LinkedRecord }
type Checked = { place: number; given: NewRedirect; old: OldAddress; target: Target }

/** The most rows of one statement. */
const rowsAtOnce = 1_000

/**
 * Adds redirects, except those that cannot be: one from a page of this site, or from an address that has a redirect already, a loop, or one whose target
 * cannot be. Run it in a transaction of `changeContent`.
 * @returns the ids of those that were added, and the others with the reasons, in the order of the list
 */
export async function addRedirects(
  context: RedirectContext,
  trx: Transaction,
  list: NewRedirect[],
  origin: Origin,
): Promise<{ added: string[]; refused: Refusal[] }> {
  const refused: Refusal[] = []
  const refuse = (
    { place, given }: { place: number; given: NewRedirect },
    field: Refusal['field'],
    reason: string,
    taken?: true,
  ) => {
    refused.push({ ...given, place, field, reason, ...(taken && { taken }) })
  }
  await lockTable(trx, 'redirects')

  const read: Checked[] = []
  for (const [place, given] of list.entries()) {
    const one = { place, given }
    const old = attempt(() => readFrom(given.from))
    if ('problem' in old) refuse(one, 'from', old.problem)
    else {
      const target = attempt(() => targetOf(given, context))
      if ('problem' in target) refuse(one, 'to', target.problem)
      else read.push({ ...one, old, target })
    }
  }

  // An address is refused where it belongs to a page, then where it has a redirect, before the targets are compared.
  const pages = await publicPathsOf(
    context,
    trx,
    read.flatMap(({ old }) => (old.names === undefined ? [old.path] : [])),
  )
  const stored = await targetsOf(
    trx,
    read.map(({ old }) => old.key),
  )
  const targets = [...read.map(({ target }) => target), ...stored.values()]
  const records = await recordsOf(
    context,
    trx,
    targets.flatMap((one) => ('record' in one ? [one.record] : [])),
  )
  const passed = new Map<string, Checked>()
  for (const one of read) {
    const { key, from, path, names } = one.old
    const other = stored.get(key) ?? passed.get(key)?.target
    const reason = refusalOfTarget(one, records)
    const page = names === undefined ? pages.get(path) : undefined
    if (page !== undefined)
      refuse(one, 'from', page === path ? `${from} is a page of this site` : `${from} leads to ${page} already`)
    else if (other) refuse(one, 'from', `${from} has a redirect already, to ${inWords(other, records)}`, true)
    else if (reason !== undefined) refuse(one, 'to', reason)
    else passed.set(key, one)
  }

  // Another site may lead back here, which nobody can know. Most targets have no redirect, which one query shows for all.
  const within = new Map(
    [...passed].flatMap(([key, { target }]) =>
      'url' in target && target.to.startsWith('/') ? [[key, target] as const] : [],
    ),
  )
  const behind = await targetsOf(
    trx,
    [...within.values()].flatMap(({ url }) => keysOf(url)),
  )
  for (const [key, { to, url }] of within) {
    const one = passed.get(key) as Checked
    const leadsOn = keysOf(url).some((other) => passed.has(other) || behind.has(other))
    const problem = leadsOn && (await problemOfChain(trx, url, key, passed))
    if (!problem) continue
    const reasons = {
      loop: `This would be a loop: ${to} leads back to ${one.old.from}`,
      long: `More than ${longestChain} redirects would follow one another: enter the last address`,
    }
    refuse(one, 'to', reasons[problem])
    passed.delete(key)
  }

  const at = nowIn(trx)
  // Lists with the newest first show them in the order of the given list.
  const ids = Array.from(passed, () => randomUUIDv7()).toSorted()
  const rows = [...passed.values()].map(({ old, target }) => ({
    id: ids.pop() as string,
    key: old.key,
    pathKey: old.pathKey,
    names: old.names,
    from: old.from,
    to: 'url' in target ? target.to : undefined,
    entity: 'url' in target ? undefined : records.get(nameOfRecord(target.record))?.entity,
    recordId: 'url' in target ? undefined : target.record.id,
    at,
    by: 'by' in origin ? origin.by : undefined,
    importId: 'by' in origin ? undefined : origin.importId,
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await trx
      .insertInto('redirects')
      .values(some.map((row) => redirects.encode(row)))
      .execute()
  }
  if (rows.length > 0) {
    const paths = [...passed.values()].flatMap(({ old }) => (old.names === undefined ? [storedPath(old.path)] : []))
    for (const table of ['missingPaths', 'dismissedPaths'] as const)
      await trx
        .deleteFrom(table)
        .where(isOneOf(trx, 'path', paths))
        .execute()
    await bumpVersion(trx)
  }
  return { added: rows.map(({ id }) => id), refused: refused.toSorted((one, other) => one.place - other.place) }
}

/** Deletes the redirects of an import. Run it in a transaction of `changeContent`. @returns how many */
export async function removeRedirects(trx: Transaction, importId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('redirects')
    .where('importId', '=', importId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await bumpVersion(trx)
  return Number(numDeletedRows)
}

/** Deletes one redirect. @returns false when there is none */
export async function removeRedirect(trx: Transaction, id: string): Promise<boolean> {
  const deleted = await affectsRows(trx.deleteFrom('redirects').where('id', '=', id))
  if (deleted) await bumpVersion(trx)
  return deleted
}

const attempt = <Result extends object>(read: () => Result): Result | { problem: string } => {
  try {
    return read()
  } catch (error) {
    if (error instanceof AddressProblem) return { problem: error.message }
    throw error
  }
}

function targetOf({ from, to }: NewRedirect, { config }: RedirectContext): Target {
  if (typeof to !== 'string') return { record: to }
  // Both addresses at the old site: this site has its pages now.
  const old = wholeAddress(from)
  const next = wholeAddress(to)
  const within = old && next?.host === old.host ? next.pathname + next.search + next.hash : to
  const address = readTo(within, config.publicUrl)
  const record = parseRecordUrl(address)
  if (record) return { record }
  return { to: address, url: address.startsWith('/') ? (parseRequest(address) as URL) : new URL(address) }
}

const wholeAddress = (text: string) => (/^https?:\/\//i.test(text.trim()) ? URL.parse(text.trim()) : null)

type Records = Map<string, FoundRecord>

/** Why a redirect cannot lead to its target; undefined if it can. */
function refusalOfTarget({ old, target }: Checked, records: Records): string | undefined {
  if ('url' in target) return undefined
  const record = records.get(nameOfRecord(target.record))
  if (!record) return 'This record does not exist'
  return record.path === old.path && old.names === undefined ? `This is the address of “${record.name}”` : undefined
}

const inWords = (target: Target | Stored, records: Records) =>
  'to' in target ? target.to : `“${records.get(nameOfRecord(target.record))?.name ?? 'a record that no longer exists'}”`

type Stored = { to: string } | { record: LinkedRecord }

/** The targets of the redirects with these keys. */
async function targetsOf(trx: Transaction, keys: string[]): Promise<Map<string, Stored>> {
  const rows = await trx
    .selectFrom('redirects')
    .selectAll()
    .where(isOneOf(trx, 'key', keys))
    .execute()
  return new Map(
    rows.map(({ key, to, entity, recordId }) => [
      key,
      to === null ? { record: { entity: String(entity), id: String(recordId) } } : { to },
    ]),
  )
}

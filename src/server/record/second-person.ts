import { publishingSettings } from '#contract/publishing-settings.ts'
import { reviewNeeded } from '#contract/reviews.ts'
import { may } from '#contract/roles.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { flagOf } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { settingsIn } from '#server/site-config/site-settings.table.ts'
import { digestOfContent } from './present-version.ts'
import { isApproved } from './reviews.ts'
import { revisedFields } from './revised-fields.ts'
import { type RecordKey, recordHistory } from './revisions.ts'

type Fields = Record<string, unknown>
type Write = RecordKey & { by: Staff; before: Fields | undefined; after: Fields }

/** The act in the activity log, where an owner publishes without a second person. */
export const aloneAct = 'Publish a record without a second person'

/** The kinds whose versions need a second person, by the names of their tables. */
export async function secondPersonKinds(db: Db): Promise<string[]> {
  const values: Record<string, boolean> = publishingSettings.read(await settingsIn(db, publishingSettings.id))
  return Object.keys(values).filter((name) => values[name])
}

/** Whether versions of these records need a second person. It reads the setting with the connection of the caller, which may be in a transaction. */
const needsSecondPerson = async (db: Db, { name }: Table): Promise<boolean> =>
  name in publishingSettings.settings && (await secondPersonKinds(db)).includes(name)

/**
 * Refuses a write that makes content public which no second person has approved. A write that leaves the content of a published record as it is
 * needs no approval.
 * @param isShown whether visitors see the record though it has no flag. Nobody can review its next version, so only an owner may write that.
 * @returns whether an owner makes it public all the same, for the history and the activity log
 * @throws HttpError 409 `review_needed`
 */
export async function publishesAlone(
  trx: Transaction,
  { table, id, by, before, after }: Write,
  isShown = false,
): Promise<boolean> {
  const flag = flagOf(table)
  // The schedule does not matter, because a scheduled record appears without another write.
  const isOn = (row: Fields | undefined) => flag !== undefined && Boolean(row?.[flag])
  if (!(isShown || isOn(after)) || !(await needsSecondPerson(trx, table))) return false
  const digest = digestOf(table, after)
  if (before && (isShown || isOn(before)) && digestOf(table, before) === digest) return false
  const path = isOn(before) ? undefined : flag
  return refuseUnapproved(trx, { table, id, digest, by, path, message: isShown ? forOwners : askForReview })
}

/** The same before a record is sent, which does not change it. Its history says when an owner sends it alone. */
export async function sendsAlone(
  trx: Transaction,
  { table, id, by, row }: RecordKey & { by: Staff; row: Fields },
): Promise<boolean> {
  if (!(await needsSecondPerson(trx, table))) return false
  const alone = await refuseUnapproved(trx, { table, id, digest: digestOf(table, row), by })
  if (alone) await recordHistory(trx, { table, id, by, before: row, after: row, alone })
  return alone
}

const digestOf = (table: Table, row: Fields) => digestOfContent(revisedFields(table, row))

const askForReview = 'This version needs the approval of a second person. Ask for a review.'
const forOwners = 'Everything here needs the approval of a second person before it is sent. Ask an owner to correct it.'

type Version = RecordKey & { digest: string; by: Staff; message?: string; path?: string | undefined }

async function refuseUnapproved(
  trx: Transaction,
  { table, id, digest, by, message = askForReview, path }: Version,
): Promise<boolean> {
  if (await isApproved(trx, { table, id }, digest)) return false
  if (may(by, 'manage')) return true
  throw new HttpError(409, message, path === undefined ? undefined : [{ path, message }], { code: reviewNeeded })
}

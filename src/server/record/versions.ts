import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { WorkingCopy } from '#contract/unpublished.ts'
import type { Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { Table } from '#server/database/table.ts'
import { HttpError } from '#server/runtime/http-error.ts'

/** The stored version is not the one that the change was based on. */
class VersionMismatch extends Error {}

export const isVersionMismatch = (error: unknown): boolean => error instanceof VersionMismatch

/** The audit fields of every record that can be changed. */
export type Versioned = { version: number; updatedAt: string; updatedBy?: string | undefined }

/** The header of a call that names the version that its change is based on, for its schema. */
export const ifMatch = z.object({ 'if-match': z.optional(z.string()) })

/** The version that a change is based on, from `If-Match: "3"`; undefined without the header. An invalid value matches no version. */
export function expectedVersion({ headers }: FastifyRequest): number | undefined {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '' || given === '*') return undefined
  const number = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)?.[1]
  return number === undefined ? -1 : Number(number)
}

export type LockedRow = { id: string; version: number } & Record<string, unknown>

/**
 * Reads a row and locks it until the transaction ends, so that no other transaction changes it meanwhile.
 * @throws VersionMismatch when `expected` is given and is not the row's version
 * @returns undefined when there is no such row, or it is in the trash
 */
export async function lockRow(
  trx: Transaction,
  table: Table,
  id: string,
  expected?: number,
): Promise<LockedRow | undefined> {
  const row = await presentRows(trx, table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row && expected !== undefined && row['version'] !== expected) throw new VersionMismatch()
  return row && (table.decode(row) as LockedRow)
}

/**
 * Translates a version mismatch into 409 `version_conflict`, with the author of the stored version and the stored record.
 * @param find reads the stored record
 */
export async function explainConflict(
  error: unknown,
  find: () => Promise<(Versioned & { workingCopy?: WorkingCopy | undefined }) | undefined>,
): Promise<unknown> {
  if (!(error instanceof VersionMismatch)) return error
  const current = await find()
  if (!current) return error
  const { workingCopy } = current
  // The newest change may be a working copy.
  const [changedBy = 'Someone', changedAt] =
    workingCopy?.version === current.version ? [workingCopy.by, workingCopy.at] : [current.updatedBy, current.updatedAt]
  return new HttpError(409, `${changedBy} has changed this in the meantime.`, undefined, {
    code: 'version_conflict',
    conflict: { changedBy, changedAt, current },
  })
}

/** The same for the rejection of a change: `changeContent(…).catch(asConflict(() => find(id)))`. */
export const asConflict =
  (find: Parameters<typeof explainConflict>[1]) =>
  async (error: unknown): Promise<never> => {
    throw await explainConflict(error, find)
  }

type Columns = Record<string, unknown>

/** Slow work before a transaction has read something that somebody else changed before the transaction began. */
class Overtaken extends Error {}

/** How often work is repeated: more often than people save one record at the same moment. */
const mostTries = 8

/**
 * Repeats work that was overtaken: a text that is rendered before the transaction must be the one that is stored at its end.
 * @throws HttpError 409 if it is overtaken each time
 */
export async function untilNotOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (tries === mostTries) throw new HttpError(409, 'Others are changing this at the moment. Please try again.')
    }
}

/**
 * @param read the columns that the preparation has read
 * @param row as it is stored now
 * @param written the columns that are written; of these it does not matter
 * @throws Overtaken when one of the others is another one now
 */
export function expectAsRead(read: Columns, row: Columns, written: Columns): void {
  const isOther = ([name, value]: [string, unknown]) => !(name in written) && !isDeepStrictEqual(row[name], value)
  if (Object.entries(read).some(isOther)) throw new Overtaken()
}

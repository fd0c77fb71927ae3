import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'
import { HttpError } from '#server/http/errors.ts'

/** The stored version is not the one that a change was made to. */
class OtherVersion extends Error {}

/** What every record that can be changed tells of itself. */
export type Stamped = { version: number; updatedAt: string; updatedBy?: string | undefined }

/** The version that a change was made to, from `If-Match: "3"`; undefined when the caller does not say. A word that is no version matches none. */
export function expectedVersion({ headers }: FastifyRequest): number | undefined {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '' || given === '*') return undefined
  const number = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)?.[1]
  return number === undefined ? -1 : Number(number)
}

/**
 * Locks a row until the transaction ends, so that no other transaction changes it meanwhile.
 * @throws OtherVersion when `expected` is given and is not the row's version
 * @returns false when there is no such row
 */
export async function lockRow(trx: Transaction, table: Table, id: string, expected?: number): Promise<boolean> {
  const row = await anyTable(trx)
    .selectFrom(table.name)
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row && expected !== undefined && row.version !== expected) throw new OtherVersion()
  return row !== undefined
}

/**
 * The answer to a failed change when somebody else was faster: 409 `version_conflict`, with who it was and what is stored now.
 * @param find reads the record as it is now
 */
export async function explainConflict(error: unknown, find: () => Promise<Stamped | undefined>): Promise<unknown> {
  if (!(error instanceof OtherVersion)) return error
  const current = await find()
  if (!current) return error
  const changedBy = current.updatedBy ?? 'Somebody'
  return new HttpError(409, `${changedBy} has changed this in the meantime.`, undefined, {
    code: 'version_conflict',
    conflict: { changedBy, changedAt: current.updatedAt, current },
  })
}

import { randomInt } from 'node:crypto'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import type { Row } from '#server/database/table.ts'
import { certificates } from './courses.table.ts'

export type StoredCertificate = Row<typeof certificates>

/** Digits and letters that nobody takes for each other. There are 31, a prime, so that the last one shows any wrong or swapped pair of the others. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10

const checkOf = (random: string) =>
  alphabet[
    [...random].reduce((sum, letter, index) => sum + (index + 1) * alphabet.indexOf(letter), 0) % alphabet.length
  ]

const grouped = (letters: string) => letters.replace(/(.{4})(?=.)/g, '$1-')

/** A number that nobody can guess, such as `K7QX-3MPD-9FT`. */
export function newNumber(): string {
  const random = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return grouped(`${random}${checkOf(random)}`)
}

/** A number as it is stored, from one that someone has typed; undefined if it has a mistake. */
export function readNumber(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const isRight = letters.length === length + 1 && checkOf(letters.slice(0, length)) === letters[length]
  return isRight && [...letters].every((letter) => alphabet.includes(letter)) ? grouped(letters) : undefined
}

/** The last certificate of each participant who has one, by their ids. */
export async function certificatesOf(db: Db, participantIds: string[]): Promise<Map<string, StoredCertificate>> {
  if (participantIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('certificates')
    .selectAll()
    .where('participantId', 'in', participantIds)
    .orderBy('issuedAt')
    .execute()
  return new Map(rows.map((row) => [row.participantId ?? '', certificates.decode(row)]))
}

/** Withdraws the certificates of participants: their numbers say so from now on, and no longer lead to the person. */
export async function withdrawCertificates(trx: Transaction, participantIds: string[]): Promise<void> {
  if (participantIds.length === 0) return
  await trx
    .updateTable('certificates')
    .set(({ fn, val }) => ({ withdrawnAt: fn.coalesce('withdrawnAt', val(nowIn(trx))), participantId: null }))
    .where('participantId', 'in', participantIds)
    .execute()
}

import type { CallersRole, Permission, Role } from '#contract/roles.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { insertRow } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'

import { identityAccounts, identityUsers, type ShownFactor } from './identity.table.ts'

/** The person that a token names, as its issuer describes them. `FindStaff` decides whether it is a member of staff. */
export type Principal = {
  uid: string
  email: string
  name: string
  /** Whether the issuer has verified that the address belongs to this person. */
  emailVerified: boolean
  /** When the token's session began (ISO 8601); set only by an issuer at which sessions cannot be ended. */
  signedInAt?: string | undefined
  /** The last confirmation of identity in the token's session: by a password, a factor or the provider (ISO 8601). */
  confirmedAt?: string | undefined
  /** Set if a second factor was used in the token's session. */
  secondFactor?: ShownFactor | undefined
}

/** A program with a token, or an assistant, that calls in someone's name. `id` is that of its token; `tool`: it uses a tool for assistants. */
type Agent = { id: string; kind: 'program' | 'assistant'; name: string; tool?: true }

/**
 * A member of staff who may sign in. `profileId` is their author profile. If a program or an assistant calls in their name, `via` names it, and
 * `granted` are the permissions that it has of theirs.
 */
export type Staff = {
  id: string
  uid: string
  name: string
  email: string
  role: CallersRole
  profileId: string
  via?: Agent | undefined
  granted?: readonly Permission[] | undefined
}

/** The columns of a user of the back office that make a member of staff. */
export type FoundUser = {
  id: string
  firebaseUid: string | null
  name: string
  email: string
  active: boolean | number
  role: Role
  profileId: string | null
}

/**
 * The member of staff who makes a call, with the second factor of their session. `confirmed`: they have confirmed their
 * identity in the last ten minutes.
 */
export type Caller = Staff & { secondFactor?: ShownFactor | undefined; confirmed: boolean }

export const onlyAtDomain = (domain: string): HttpError =>
  invalid('email', `Only ${domain} email addresses are allowed`)

/**
 * Finds the member of staff of a session, or the one whose row was found with a token.
 * @returns null when the person is not a member of staff; `'ended'` when they have signed out everywhere since this session's sign-in
 */
export type FindStaff = (who: Principal | { user: FoundUser }) => Promise<Staff | 'ended' | null>

/**
 * Adds an account.
 * @param account its password as `hashPassword` makes it, before the transaction; without one, signing in with a password is impossible
 * @returns its uid
 * @throws HttpError 409 when the address has one
 */
export async function insertAccount(
  trx: Transaction,
  { name, email, hash, invitedUntil }: { name: string; email: string; hash?: string; invitedUntil?: string },
): Promise<string> {
  if (await findAccountByEmail(trx, email))
    throw new HttpError(409, 'An account with this email address already exists.', [
      { path: 'email', message: 'Already in use' },
    ])
  const { id } = await insertRow(trx, identityUsers, {
    name,
    email: email.toLowerCase(),
    emailVerified: true,
    invitedUntil,
  })
  await insertRow(trx, identityAccounts, { accountId: id, providerId: 'credential', userId: id, password: hash })
  return id
}

/** The account of a uid; null when there is none. */
export const findAccount = (db: Db, uid: string): Promise<Principal | null> => findBy(db, 'id', uid)

/** The account of an address, whatever its case; null when there is none. */
export const findAccountByEmail = (db: Db, email: string): Promise<Principal | null> =>
  findBy(db, 'email', email.toLowerCase())

async function findBy(db: Db, column: 'id' | 'email', value: string): Promise<Principal | null> {
  if (!isStorable(value)) return null
  const row = await db
    .selectFrom('identityUsers')
    .select(['id', 'name', 'email'])
    .where(column, '=', value)
    .executeTakeFirst()
  return row ? toPrincipal(row) : null
}

/** Addresses were verified by the administrator who opened the account. */
export const toPrincipal = ({ id, name, email }: { id: string; name: string; email: string }): Principal => ({
  uid: id,
  email,
  name,
  emailVerified: true,
})

/** The hash of an account's password; undefined when it has none. */
export async function findPasswordHash(db: Db, uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identityAccounts')
    .select('password')
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

export async function updatePasswordHash(db: Db, uid: string, hash: string): Promise<void> {
  await db
    .updateTable('identityAccounts')
    .set(identityAccounts.encode({ password: hash, updatedAt: nowIn(db) }))
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .execute()
}

/** Removes an account; its password and its sessions go with it. */
export async function deleteAccount(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identityUsers').where('id', '=', uid).execute()
}

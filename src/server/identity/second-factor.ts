import { randomBytes } from 'node:crypto'
import { type Database, type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { identityRecoveryCodes, identitySecondFactors, type ShownFactor } from './identity.table.ts'
import { passkeys } from './passkeys.ts'
import { hashToken } from './single-use-tokens.ts'

/** How long a code of the app is valid, in seconds; RFC 6238 recommends it, and apps assume it. */
const period = 30
const recoveryCodeCount = 10

/** Loaded at the first use of a second factor. */
const load = () => import('otpauth')

/** The setup data for an authenticator app. The QR code contains `uri`. */
type NewSecondFactor = { secret: string; uri: string }

/** The second factors that people set up themselves, and the sessions that used one. */
export function ownFactors(database: Database) {
  const { db } = database
  const own = { secondFactor: secondFactors(database), passkeys: passkeys(database) }

  /** Whether a person has codes of an app, or a passkey. */
  const hasSecondFactor = async (uid: string): Promise<boolean> =>
    (await own.secondFactor.isOn(uid)) || (await own.passkeys.list(uid)).length > 0

  return {
    ...own,
    hasSecondFactor,

    /** The uids of all who have one, by one query. */
    async listWithSecondFactor(): Promise<Set<string>> {
      const codes = db.selectFrom('identitySecondFactors').select('userId').where('confirmedAt', 'is not', null)
      const rows = await codes.union(db.selectFrom('identityPasskeys').select('userId')).execute()
      return new Set(rows.map(({ userId }) => userId))
    },

    /** A person has set up a factor in a session, which counts as using it. */
    async noteFactor(token: string, secondFactor: ShownFactor): Promise<void> {
      await db.updateTable('identitySessions').set({ secondFactor }).where('token', '=', hashToken(token)).execute()
    },

    /** A person has removed a factor. Without another one, none of their sessions counts as using one, except sign-ins with a provider. */
    async noteFactorRemoved(uid: string): Promise<void> {
      if (await hasSecondFactor(uid)) return
      await db
        .updateTable('identitySessions')
        .set({ secondFactor: null })
        .where('userId', '=', uid)
        .where('secondFactor', '!=', 'provider')
        .execute()
    },
  }
}

/** Deletes the codes and the passkeys of a person. @returns false when they had neither */
export async function deleteFactors(trx: Transaction, uid: string): Promise<boolean> {
  await trx.deleteFrom('identityRecoveryCodes').where('userId', '=', uid).execute()
  const hadPasskeys = await affectsRows(trx.deleteFrom('identityPasskeys').where('userId', '=', uid))
  const codes = trx.deleteFrom('identitySecondFactors').where('userId', '=', uid).where('confirmedAt', 'is not', null)
  return (await affectsRows(codes)) || hadPasskeys
}

/** A second factor by time-based codes (RFC 6238) of an app, with recovery codes of which each works once. */
function secondFactors(database: Database) {
  const { db } = database

  const find = (uid: string) =>
    db
      .selectFrom('identitySecondFactors')
      .select(['secret', 'confirmedAt'])
      .where('userId', '=', uid)
      .executeTakeFirst()

  const isOn = async (uid: string): Promise<boolean> => Boolean((await find(uid))?.confirmedAt)

  /** The time step of a code, in which a clock may be one step wrong; null when the code is wrong. */
  async function stepOf(secret: string, code: string): Promise<number | null> {
    const { Secret, TOTP } = await load()
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period })
    const timestamp = database.clock()
    const delta = totp.validate({ token: code, window: 1, timestamp })
    return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
  }

  /** Uses up a code: of two calls with the same one, the second is refused, and so is an older code. */
  function consumeStep(trx: Db, uid: string, step: number): Promise<boolean> {
    const steps = trx.updateTable('identitySecondFactors').set({ lastStep: step })
    return affectsRows(steps.where('userId', '=', uid).where('lastStep', '<', step))
  }

  function consumeRecoveryCode(uid: string, code: string): Promise<boolean> {
    const codes = db.deleteFrom('identityRecoveryCodes').where('userId', '=', uid)
    return affectsRows(codes.where('hash', '=', hashOf(uid, code)))
  }

  return {
    isOn,

    /** How many recovery codes are left. */
    async countCodes(uid: string): Promise<number> {
      const codes = db.selectFrom('identityRecoveryCodes').where('userId', '=', uid)
      return (await codes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
    },

    /**
     * Creates a secret, which is active once a code of it is confirmed.
     * @param account the name and the address under which the app shows it
     * @throws HttpError 409 when a second factor is on already
     */
    async begin(uid: string, { issuer, label }: { issuer: string; label: string }): Promise<NewSecondFactor> {
      if (await isOn(uid)) throw new HttpError(409, 'Two-factor authentication is already on. Turn it off first.')
      const { Secret, TOTP } = await load()
      const totp = new TOTP({ secret: new Secret({ size: 20 }), issuer, label, period })
      const secret = totp.secret.base32
      const row = { userId: uid, secret, lastStep: 0, createdAt: nowIn(db) }
      await database.transaction(async (trx) => {
        await trx
          .deleteFrom('identitySecondFactors')
          .where('userId', '=', uid)
          .where('confirmedAt', 'is', null)
          .execute()
        await trx.insertInto('identitySecondFactors').values(identitySecondFactors.encode(row)).execute()
      })
      return { secret, uri: totp.toString() }
    },

    /** Turns the second factor on. @returns its recovery codes, which cannot be read again; null when the code is wrong */
    async confirm(uid: string, code: string): Promise<string[] | null> {
      const pending = await find(uid)
      if (!pending || pending.confirmedAt) throw new HttpError(409, 'This set-up has expired. Please start again.')
      const step = await stepOf(pending.secret, digitsOf(code))
      if (step === null) return null
      const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode)
      return database.transaction(async (trx) => {
        if (!(await consumeStep(trx, uid, step))) return null
        const confirmedAt = nowIn(trx)
        await trx.updateTable('identitySecondFactors').set({ confirmedAt }).where('userId', '=', uid).execute()
        const rows = codes.map((one) => identityRecoveryCodes.encode({ hash: hashOf(uid, one), userId: uid }))
        await trx.insertInto('identityRecoveryCodes').values(rows).execute()
        return codes
      })
    },

    /** Whether this is a code of the app or a recovery code that was not used before. It is used up. */
    async use(uid: string, code: string): Promise<boolean> {
      const found = await find(uid)
      if (!found?.confirmedAt) return false
      if (isRecoveryCode(code)) return consumeRecoveryCode(uid, code)
      const step = await stepOf(found.secret, digitsOf(code))
      return step !== null && consumeStep(db, uid, step)
    },

    /** @param also writes in the same transaction, if there was one */
    remove: (uid: string, also: (trx: Transaction) => Promise<unknown>): Promise<void> =>
      database.transaction(async (trx) => {
        await trx.deleteFrom('identityRecoveryCodes').where('userId', '=', uid).execute()
        if (await affectsRows(trx.deleteFrom('identitySecondFactors').where('userId', '=', uid))) await also(trx)
      }),
  }
}

const digitsOf = (code: string) => code.replaceAll(/\s/g, '')

/** Whether it is not a code of an app, which has six digits. */
export const isRecoveryCode = (code: string): boolean => !/^\d{6}$/.test(digitsOf(code))

/** Sixteen hexadecimal digits in groups of four: 64 bits, so that its hash tells nothing. */
const createRecoveryCode = () =>
  randomBytes(8)
    .toString('hex')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

/** Typed with or without dashes, in any case. */
const hashOf = (uid: string, code: string) =>
  hashToken(`recovery:${uid}:${code.toLowerCase().replaceAll(/[^0-9a-f]/g, '')}`)

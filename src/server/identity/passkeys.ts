import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/passkeys.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { constraintErrorOf } from '#server/database/constraint-errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { passkeyChallenges } from '#server/runtime/measurements.ts'
import { findAccount } from './accounts.ts'
import { identityPasskeys } from './identity.table.ts'
import { challengeIn, loadWebAuthn, namesItsMaker } from './passkey-answers.ts'
import type { Principal } from './principal.ts'
import { consumeSingleUseToken, insertSingleUseToken } from './single-use-tokens.ts'

/** How long a person may take to answer a challenge, in milliseconds. */
const challengeLifetime = 5 * 60 * 1000
/** The most passkeys of one person. */
const most = 20

/** EdDSA, ES256 and RS256, which all authenticators have one of. Node supports the newer ones of the library only as an experiment. */
const supportedAlgorithmIDs = [-8, -7, -257]

type Purpose = 'sign-in' | 'registration' | 'confirmation'
const nameOf = (purpose: Purpose, challenge: string) => `passkey-${purpose}:${challenge}`

/** The site as authenticators know it. */
export type RelyingParty = { id: string; origin: string; name: string }

/**
 * Passkeys (WebAuthn). The authenticator finds them without a user name and unlocks them by fingerprint, face or PIN,
 * so a passkey is two factors in one. It only answers for the site's address, so a fake page gets nothing.
 */
export function passkeys(database: Database) {
  const { db } = database

  async function storeChallenge(purpose: Purpose, challenge: string, uid: string): Promise<void> {
    await insertSingleUseToken(db, nameOf(purpose, challenge), uid, challengeLifetime)
    passkeyChallenges.report({ purpose })
  }
  /** Uses up a challenge. @returns its person; null when it has ended, was used or never existed */
  const takeChallenge = (purpose: Purpose, challenge: string) =>
    consumeSingleUseToken(db, nameOf(purpose, challenge), challengeLifetime)

  async function rowsOf(uid: string) {
    const rows = await db
      .selectFrom('identityPasskeys')
      .selectAll()
      .where('userId', '=', uid)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows.map((row) => identityPasskeys.decode(row))
  }

  async function findCredential(credentialId: string) {
    const row = await db
      .selectFrom('identityPasskeys')
      .selectAll()
      .where('credentialId', '=', credentialId)
      .executeTakeFirst()
    return row && identityPasskeys.decode(row)
  }

  /** The person whose passkey has answered a challenge, which was looked at before; null when anything else about the answer is wrong. */
  async function holderOf(answer: PasskeyAssertion, challenge: string, site: RelyingParty): Promise<Principal | null> {
    const stored = await findCredential(answer.id)
    if (!stored) return null
    const { userHandle } = answer.response
    if (userHandle !== undefined && userHandle !== Buffer.from(stored.userId).toString('base64url')) return null
    const { verifyAuthenticationResponse } = await loadWebAuthn()
    const checked = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
      },
    }).catch(() => null)
    if (!checked?.verified) return null
    // Of two sign-ins at once with the same count, of which one has to be a copy, the second is refused.
    const counter = checked.authenticationInfo.newCounter
    const { numUpdatedRows } = await db
      .updateTable('identityPasskeys')
      .set(identityPasskeys.encode({ counter, lastUsedAt: new Date().toISOString() }))
      .where('id', '=', stored.id)
      .where('counter', counter > 0 ? '<' : '=', counter)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n ? findAccount(db, stored.userId) : null
  }

  return {
    list: async (uid: string) =>
      (await rowsOf(uid)).map(({ id, name, createdAt, lastUsedAt }) => ({ _id: id, name, createdAt, lastUsedAt })),

    /**
     * The options to create a passkey for a person.
     * @throws HttpError 409 when they have the most already
     */
    async beginRegistration({ uid, email, name }: Omit<Principal, 'emailVerified'>, site: RelyingParty) {
      const own = await rowsOf(uid)
      if (own.length >= most) throw new HttpError(409, `You have ${most} passkeys already. Remove one first.`)
      const { generateRegistrationOptions } = await loadWebAuthn()
      const options = await generateRegistrationOptions({
        rpName: site.name,
        rpID: site.id,
        userID: new TextEncoder().encode(uid),
        userName: email,
        userDisplayName: name,
        timeout: challengeLifetime,
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await storeChallenge('registration', options.challenge, uid)
      return options
    },

    /** Stores the passkey that an authenticator has made. @returns false when the answer is not one to the person's challenge */
    async register(uid: string, name: string, answer: PasskeyRegistration, site: RelyingParty): Promise<boolean> {
      const challenge = challengeIn(answer)
      if (challenge === null) return false
      if ((await takeChallenge('registration', challenge)) !== uid) return false
      if (await namesItsMaker(answer)) return false
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const checked = await verifyRegistrationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.id,
        supportedAlgorithmIDs,
      }).catch(() => null)
      if (!checked?.verified) return false
      const { id, publicKey, counter } = checked.registrationInfo.credential
      const row = {
        id: randomUUIDv7(),
        userId: uid,
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: answer.response.transports ?? [],
        name,
        createdAt: new Date().toISOString(),
      }
      try {
        await db
          .insertInto('identityPasskeys')
          .values({ ...identityPasskeys.encode(row), lastUsedAt: null })
          .execute()
      } catch (error) {
        if (constraintErrorOf(error) === 'unique') return false
        throw error
      }
      return true
    },

    /** The options to sign in with a passkey. They name no person, because the person chooses a passkey on their device. */
    async beginSignIn(site: RelyingParty) {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      const options = await generateAuthenticationOptions({
        rpID: site.id,
        timeout: challengeLifetime,
        userVerification: 'required',
      })
      await storeChallenge('sign-in', options.challenge, '')
      return options
    },

    /** The owner of a credential; null if unknown. This is no proof of identity. */
    async ownerOf(credentialId: string): Promise<Principal | null> {
      const found = await findCredential(credentialId)
      return found ? findAccount(db, found.userId) : null
    },

    /** The person of an answer to a challenge of `beginSignIn`, which it uses up; null when anything about the answer is wrong. */
    async signIn(answer: PasskeyAssertion, site: RelyingParty): Promise<Principal | null> {
      const challenge = challengeIn(answer)
      if (challenge === null) return null
      if ((await takeChallenge('sign-in', challenge)) === null) return null
      return holderOf(answer, challenge, site)
    },

    /** The options to confirm a person's identity with a passkey. */
    async beginConfirmation(uid: string, site: RelyingParty) {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      const options = await generateAuthenticationOptions({
        rpID: site.id,
        timeout: challengeLifetime,
        userVerification: 'required',
        allowCredentials: (await rowsOf(uid)).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      })
      await storeChallenge('confirmation', options.challenge, uid)
      return options
    },

    /** Whether this is the answer of a person's own passkey to a challenge of `beginConfirmation`, which it uses up. */
    async confirm(uid: string, answer: PasskeyAssertion, site: RelyingParty): Promise<boolean> {
      const challenge = challengeIn(answer)
      if (challenge === null) return false
      if ((await takeChallenge('confirmation', challenge)) !== uid) return false
      return (await holderOf(answer, challenge, site))?.uid === uid
    },

    /** @returns false when the person has no such passkey */
    async rename(uid: string, id: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('identityPasskeys')
        .set({ name })
        .where('userId', '=', uid)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async removeAll(uid: string): Promise<void> {
      await db.deleteFrom('identityPasskeys').where('userId', '=', uid).execute()
    },

    /**
     * @param also writes in the same transaction; receives the name of the passkey
     * @returns false when the person has no such passkey
     */
    remove: (uid: string, id: string, also: (trx: Transaction, name: string) => Promise<unknown>): Promise<boolean> =>
      database.transaction(async (trx) => {
        const removed = await trx
          .deleteFrom('identityPasskeys')
          .where('userId', '=', uid)
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
        if (removed) await also(trx, removed.name)
        return removed !== undefined
      }),
  }
}

import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/identity.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { passkeyChallenges } from '#server/runtime/measurements.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { findAccount, type Principal } from './accounts.ts'
import { identityPasskeys } from './identity.table.ts'
import { consumeSingleUseToken, insertSingleUseToken } from './single-use-tokens.ts'

/** How long a person may take to answer a challenge, in milliseconds. */
const challengeLifetime = 5 * 60 * 1000
/** The most passkeys of one person. */
const most = 20

/** EdDSA, ES256 and RS256. Every authenticator has one of them. Node supports the newer ones of the library only as an experiment. */
const supportedAlgorithmIDs = [-8, -7, -257]

type Purpose = 'sign-in' | 'registration' | 'confirmation'
const nameOf = (purpose: Purpose, challenge: string) => `passkey-${purpose}:${challenge}`

/** The site as authenticators know it. */
type RelyingParty = { id: string; origin: string; name: string }

/** The site as passkeys know it. Its address is the configured one, because the address of a request can be forged. */
export async function relyingParty(site: SiteConfig): Promise<RelyingParty> {
  const { company, publicUrl } = await site.now()
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin, name: company.brand }
}

const credentialsIn = (rows: Pick<Row<typeof identityPasskeys>, 'credentialId' | 'transports'>[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

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
  /**
   * Uses up the challenge that an answer claims to be for.
   * @returns it, and the uid that it was made for; null when it cannot be read, has ended, was used or never existed
   */
  async function takeChallenge(purpose: Purpose, answer: PasskeyRegistration | PasskeyAssertion) {
    const challenge = challengeIn(answer)
    if (challenge === null) return null
    const uid = await consumeSingleUseToken(db, nameOf(purpose, challenge), challengeLifetime)
    return uid === null ? null : { challenge, uid }
  }

  /** The options to answer a new challenge with a passkey. @param uid of the only person who may answer; '' for anyone */
  async function challengeFor(purpose: 'sign-in' | 'confirmation', uid: string, site: RelyingParty) {
    const { generateAuthenticationOptions } = await loadWebAuthn()
    const options = await generateAuthenticationOptions({
      rpID: site.id,
      timeout: challengeLifetime,
      userVerification: 'required',
      ...(uid !== '' && { allowCredentials: credentialsIn(await rowsOf(uid)) }),
    })
    await storeChallenge(purpose, options.challenge, uid)
    return options
  }

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

  /** The person whose passkey has answered a challenge, which the caller has checked; null when the answer is wrong. */
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
    // Of two sign-ins at once with the same count, one must be a copy. The second is refused.
    const counter = checked.authenticationInfo.newCounter
    const use = db
      .updateTable('identityPasskeys')
      .set(identityPasskeys.encode({ counter, lastUsedAt: nowIn(db) }))
      .where('id', '=', stored.id)
      .where('counter', counter > 0 ? '<' : '=', counter)
    return (await affectsRows(use)) ? findAccount(db, stored.userId) : null
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
        excludeCredentials: credentialsIn(own),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await storeChallenge('registration', options.challenge, uid)
      return options
    },

    /** Stores the passkey that an authenticator has made. @returns false when the answer is to another challenge */
    async register(uid: string, name: string, answer: PasskeyRegistration, site: RelyingParty): Promise<boolean> {
      const taken = await takeChallenge('registration', answer)
      if (taken?.uid !== uid || (await namesItsMaker(answer))) return false
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const checked = await verifyRegistrationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: taken.challenge,
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
        createdAt: nowIn(db),
      }
      const added = db.insertInto('identityPasskeys').values({ ...identityPasskeys.encode(row), lastUsedAt: null })
      return affectsRows(added.onConflict((conflict) => conflict.column('credentialId').doNothing()))
    },

    /** The options to sign in with a passkey. They name no person, because the person chooses a passkey on their device. */
    beginSignIn: (site: RelyingParty) => challengeFor('sign-in', '', site),

    /** The owner of a credential; null if unknown. This does not prove an identity. */
    async ownerOf(credentialId: string): Promise<Principal | null> {
      const found = await findCredential(credentialId)
      return found ? findAccount(db, found.userId) : null
    },

    /** The person of an answer to a challenge of `beginSignIn`, which it uses up; null when anything about the answer is wrong. */
    async signIn(answer: PasskeyAssertion, site: RelyingParty): Promise<Principal | null> {
      const taken = await takeChallenge('sign-in', answer)
      return taken && holderOf(answer, taken.challenge, site)
    },

    /** The options to confirm a person's identity with a passkey. */
    beginConfirmation: (uid: string, site: RelyingParty) => challengeFor('confirmation', uid, site),

    /** Whether this is the answer of a person's own passkey to a challenge of `beginConfirmation`, which it uses up. */
    async confirm(uid: string, answer: PasskeyAssertion, site: RelyingParty): Promise<boolean> {
      const taken = await takeChallenge('confirmation', answer)
      return taken?.uid === uid && (await holderOf(answer, taken.challenge, site))?.uid === uid
    },

    /** @returns false when the person has no such passkey */
    rename: (uid: string, id: string, name: string): Promise<boolean> =>
      affectsRows(db.updateTable('identityPasskeys').set({ name }).where('userId', '=', uid).where('id', '=', id)),

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

/** Loaded at the first use of a passkey, because its certificate checks are large. */
async function loadWebAuthn() {
  // The certificate checks need it, and would otherwise run before the library imports it in the bundle.
  await import('reflect-metadata')
  const [server, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, decodeAttestationObject }
}

/** The challenge that an answer claims to be for; null when it cannot be read. */
function challengeIn(answer: PasskeyRegistration | PasskeyAssertion): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/**
 * Whether an answer contains an attestation, or cannot be read. Browsers only send one on request, and verifying it
 * would fetch the addresses in its certificates.
 */
async function namesItsMaker({ response }: PasskeyRegistration): Promise<boolean> {
  const { decodeAttestationObject } = await loadWebAuthn()
  try {
    const statement = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
    const format = statement.get('fmt')
    return format !== 'none' && (format !== 'packed' || statement.get('attStmt').get('x5c') !== undefined)
  } catch {
    return true
  }
}

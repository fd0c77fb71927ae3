import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { Config } from '#server/config/config.ts'
import { firebaseIdentity } from '#server/identity/firebase.ts'

const projectId = 'atrium-test'
const settings: Extract<Config['identity'], { kind: 'firebase' }> = {
  kind: 'firebase',
  projectId,
  apiKey: 'key',
  authDomain: `${projectId}.firebaseapp.com`,
  emulatorHost: undefined,
}

/** Our server's verification of Firebase tokens, with keys of the test in place of Google's. */
export async function firebaseWithOwnKeys() {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
  })
  const now = Math.floor(Date.now() / 1000)

  const claimsOf = (uid: string, email: string, more: object = {}): JWTPayload => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    email,
    email_verified: true,
    name: 'Asha Rao',
    auth_time: now - 60,
    iat: now - 60,
    exp: now + 3_600,
    ...more,
  })
  /** A token as Firebase issues it; `more` overrides its claims. */
  const sign = (uid: string, email: string, more?: object, { kid = 'one', foreign = false } = {}) =>
    new SignJWT(claimsOf(uid, email, more))
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(foreign ? other.privateKey : own.privateKey)
  /** The same without a signature; `alg` names any algorithm. */
  const unsigned = (uid: string, email: string, alg: string) =>
    `${[{ alg, typ: 'JWT', kid: 'one' }, claimsOf(uid, email)].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

  return { settings, identity: firebaseIdentity(settings, keys), sign, unsigned, now }
}

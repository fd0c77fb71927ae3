import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from 'jose'
import type { IdentityConfig } from '#server/config/config.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { Principal } from './accounts.ts'

type FirebaseConfig = Extract<IdentityConfig, { kind: 'firebase' }>

/** The keys with which Google signs Firebase's ID tokens. They are fetched when needed and cached for a while. */
const googleKeys = () =>
  createRemoteJWKSet(
    new URL('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
  )

/** Errors that mean an invalid token. Any other error comes from the network and says nothing about the token. */
const tokenFaults = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
]

export type FirebaseIdentity = ReturnType<typeof firebaseIdentity>

/**
 * Accounts at Firebase Authentication. An ID token is valid when Google signed it for this project and it has not expired.
 * @param keys the keys to check signatures with; Google's by default
 */
export function firebaseIdentity(config: FirebaseConfig, keys: JWTVerifyGetKey = googleKeys()) {
  const { projectId, apiKey, authDomain, emulatorHost } = config
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId }
  // The emulator does not sign its tokens; the settings refuse it in production.
  const read = async (token: string): Promise<JWTPayload> =>
    emulatorHost
      ? UnsecuredJWT.decode(token, expected).payload
      : (
          await jwtVerify(token, keys, {
            ...expected,
            algorithms: ['RS256'],
            requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
          })
        ).payload

  async function verify(token: string, _options?: { background?: boolean }): Promise<Principal | null> {
    try {
      return toPrincipal(await read(token))
    } catch (error) {
      if (tokenFaults.some((fault) => error instanceof fault)) return null
      const message = 'The sign-in service cannot be reached. Please try again in a moment.'
      throw Object.assign(new HttpError(503, message), { cause: error })
    }
  }

  return {
    kind: 'firebase' as const,
    /** The settings that a browser needs to sign in. */
    settings: {
      kind: 'firebase' as const,
      apiKey,
      authDomain,
      projectId,
      ...(emulatorHost && { emulatorUrl: `http://${emulatorHost}` }),
    },

    /**
     * The person of an ID token; null when it is invalid.
     * @throws HttpError 503 when Google's keys cannot be fetched
     */
    verify,

    /** Names the session of a token, for data that must end with it. Firebase's sessions are only identified by their start. */
    async nameSession(token: string): Promise<string> {
      return Date.parse((await verify(token))?.signedInAt ?? '').toString(36)
    },

    /** The person of a session that `nameSession` has named. Whether it has been ended follows from its beginning (see `FindStaff`). */
    async findNamedSession(name: string, { uid, email }: { uid: string; email: string }): Promise<Principal | null> {
      const begun = new Date(Number.parseInt(name, 36))
      if (Number.isNaN(begun.getTime())) return null
      return { uid, email, name: '', emailVerified: true, signedInAt: begun.toISOString() }
    },
  }
}

function toPrincipal({ sub, email, name, email_verified, auth_time }: JWTPayload): Principal | null {
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || typeof auth_time !== 'number') return null
  const signedInAt = new Date(auth_time * 1000).toISOString()
  return {
    uid: sub,
    email,
    name: typeof name === 'string' ? name : '',
    emailVerified: email_verified === true,
    signedInAt,
    confirmedAt: signedInAt,
  }
}

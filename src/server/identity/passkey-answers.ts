import type { PasskeyAssertion, PasskeyRegistration } from '#contract/passkeys.ts'

/** Loaded when somebody uses a passkey, since the checks of certificates that come with it are large. */
export async function loadWebAuthn() {
  // What checks certificates expects it, and in the bundle would run before the import of the library's own.
  await import('reflect-metadata')
  const [server, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, decodeAttestationObject }
}

/** The challenge that an answer claims to be for; null when it cannot be read. */
export function challengeIn(answer: PasskeyRegistration | PasskeyAssertion): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/**
 * Whether an answer states who made the authenticator, or cannot be read. No browser sends that unasked, and checking it would fetch the
 * addresses in its certificates.
 */
export async function namesItsMaker({ response }: PasskeyRegistration): Promise<boolean> {
  const { decodeAttestationObject } = await loadWebAuthn()
  try {
    const statement = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
    const format = statement.get('fmt')
    return format !== 'none' && (format !== 'packed' || statement.get('attStmt').get('x5c') !== undefined)
  } catch {
    return true
  }
}

import type { PasskeyAssertion, PasskeyRegistration } from '#contract/identity.ts'

/** Loaded at the first use of a passkey, because its certificate checks are large. */
export async function loadWebAuthn() {
  // The certificate checks need it, and would otherwise run before the library imports it in the bundle.
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
 * Whether an answer contains an attestation, or cannot be read. Browsers only send one on request, and verifying it
 * would fetch the addresses in its certificates.
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

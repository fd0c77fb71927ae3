import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string }
/** The changes that a fake page or device would make to an answer. */
type Changes = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  verified?: boolean
  userHandle?: string
  /** A statement about who made the authenticator. */
  attestation?: [format: string, statement: Map<string, unknown>]
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** An authenticator with one passkey of a person, as a phone or a security key is one. */
export function createAuthenticator(site: { origin: string; uid: string }) {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let count = 0

  const clientData = (type: string, options: Options, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? site.origin,
        crossOrigin: false,
      }),
    )

  /** The data that an authenticator signs: of which site, whether it has checked the person, and its counter. */
  function authenticatorData(changes: Changes, credential?: Buffer) {
    const head = Buffer.alloc(37)
    sha256(changes.rpId ?? new URL(site.origin).hostname).copy(head)
    head[32] = 0x01 | (changes.verified === false ? 0 : 0x04) | (credential ? 0x40 : 0)
    head.writeUInt32BE(changes.counter ?? ++count, 33)
    return credential ? Buffer.concat([head, credential]) : head
  }

  return {
    /** The answer of `navigator.credentials.create()`. */
    create(options: Options, changes: Changes = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(x)],
          [-3, point(y)],
        ]) as never,
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const [format, statement] = changes.attestation ?? ['none', new Map()]
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(data)],
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, changes)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },

    /** The answer of `navigator.credentials.get()`. */
    get(options: Options, changes: Changes = {}) {
      const data = authenticatorData(changes)
      const client = clientData('webauthn.get', options, changes)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: changes.userHandle ?? base64url(Buffer.from(site.uid)),
        },
      }
    },
  }
}

import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { deviceSecret } from './identity.ts'

const encoded = (longest: number) => z.string().check(z.regex(/^[\w-]+$/, 'Send base64url'), z.maxLength(longest))

/** The common fields of both answers of an authenticator. A credential's id has at most 1,023 bytes. */
const credential = { id: encoded(1_400), rawId: encoded(1_400), type: z.literal('public-key') }

/** What `navigator.credentials.create()` returns, as JSON. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    attestationObject: encoded(40_000),
    transports: z.exactOptional(z.array(encoded(40)).check(z.maxLength(10))),
  }),
})

/** What `navigator.credentials.get()` returns, as JSON. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    authenticatorData: encoded(8_000),
    signature: encoded(4_000),
    userHandle: z.exactOptional(encoded(200)),
  }),
})

const name = requiredText('Name', 60)
export const passkeyName = z.object({ name })
export const newPasskey = z.object({ name, response: registration })
export const passkeySignIn = z.object({ response: passkeyAssertion, device: deviceSecret })

/** The options for an authenticator; the fields are those of WebAuthn, as JSON. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.optional(z.string()),
})
export type Passkey = z.infer<typeof passkey>
export type PasskeyRegistration = z.infer<typeof registration>
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

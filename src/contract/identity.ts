import * as z from 'zod/mini'
import { isAscii } from './addresses.ts'
import { doneBody, emailAddress, requiredText } from './fields.ts'

/** Which identity provider the site uses, and the settings that the browser needs for it. */
export const identityKind = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('embedded'),
    domain: z.string(),
    /** Whether the site has a mail server. Without one, links for colleagues are shown to the owner who makes them. */
    canMail: z.boolean(),
    /** The name of a provider with which staff can sign in, in addition to passwords. */
    provider: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('firebase'),
    domain: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** The address of the emulator, when one is used instead of Firebase. */
    emulatorUrl: z.optional(z.string()),
  }),
])
export type IdentityKind = z.infer<typeof identityKind>

const longest = 200
/** A password to check: any text. */
const anyPassword = (label: string) =>
  z
    .string(`${label} is required`)
    .check(z.minLength(1, `${label} is required`), z.maxLength(longest, `${label} is too long`))

export const shortestPassword = 10
/** A password to set. The server also refuses passwords that are easy to guess. */
const newPassword = (label: string) =>
  z.string(`${label} is required`).check(
    z.minLength(1, `${label} is required`),
    z.refine(
      (value) => value === '' || [...value].length >= shortestPassword,
      `${label} must have at least ${shortestPassword} characters`,
    ),
    z.maxLength(longest, `${label} is too long (at most ${longest} characters)`),
  )

/** A secret of the caller, to which a link that confirms the sign-in is bound; without it the link is bound to the network. */
const deviceSecret = z.optional(z.string().check(z.minLength(16), z.maxLength(200)))
/** A code of the second factor, if the person has one: from the authenticator app, or a recovery code. */
const code = z.optional(z.string().check(z.trim(), z.maxLength(40)))
export const signInRequest = z.object({
  email: emailAddress(),
  password: anyPassword('Password'),
  device: deviceSecret,
  code,
})
const token = z.string().check(z.minLength(1), z.maxLength(200))
export const signInConfirmation = z.object({ token, device: deviceSecret, code })

/** Why a sign-in with a provider was refused, as the address of the sign-in screen says. */
export type ProviderRefusal =
  | 'unreachable'
  | 'cancelled'
  | 'ended'
  | 'unverified'
  | 'domain'
  | 'no-access'
  | 'other-person'
/** The values that the browser sends once the provider has sent it back; the rest is in a cookie. */
export const providerSignIn = z.object({ device: deviceSecret })

/**
 * `expiresAt` is when the session ends unless it is used before then, in ISO 8601. `needsSecondFactor`: all staff must have a second factor, and
 * the session can only set one up until then.
 */
export const session = z.object({
  user: z.object({ uid: z.string(), email: z.string(), name: z.string() }),
  expiresAt: z.string(),
  needsSecondFactor: z.optional(z.boolean()),
})
export const newSession = z.extend(session, { token: z.string() })
export type NewSession = z.infer<typeof newSession>

/** A session of the caller. `lastUsedAt` is exact to the hour; `device` and `address` are from where it was begun. */
export const deviceSession = z.object({
  _id: z.string(),
  device: z.optional(z.string()),
  address: z.optional(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
})
export type DeviceSession = z.infer<typeof deviceSession>

/** Sign-ins of the caller from new devices in the last seven days, for sites without a mail server. */
export const newDevices = z.array(
  z.object({ at: z.string(), device: z.optional(z.string()), address: z.optional(z.string()) }),
)
export type NewDevices = z.infer<typeof newDevices>

export const newAccount = z.object({
  name: requiredText('Name', 100),
  email: emailAddress(),
  password: newPassword('Password'),
})
export const createdAccount = z.object({ uid: z.string() })

export const passwordChange = z.object({
  currentPassword: anyPassword('Current password'),
  newPassword: newPassword('New password'),
})

export const forgottenPassword = z.object({ email: emailAddress() })
/** `canMail`: whether the site has a mail server, without which no message leaves. It is the same for every address. */
export const forgottenPasswordAnswer = z.extend(doneBody, { canMail: z.boolean() })
export const chosenPassword = z.object({ password: newPassword('New password') })
export const passwordReset = z.extend(chosenPassword, { token, device: deviceSecret })
/** `session` is that of an invited person, who has come with the link. */
export const passwordResetAnswer = z.extend(doneBody, { session: z.optional(newSession) })
export type PasswordResetAnswer = z.infer<typeof passwordResetAnswer>

export const invitationToken = z.object({ token })
export const invitedPerson = z.object({ name: z.string(), email: z.string() })
export type InvitedPerson = z.infer<typeof invitedPerson>

/**
 * Whether an address is at the company's domain: exactly, whatever its case. `a@evil-example.com` is not at `example.com`, and neither is an
 * address in which a sign only looks like a letter.
 */
export function isAtDomain(email: string, domain: string): boolean {
  const [name, host, ...more] = email.toLowerCase().split('@')
  return isAscii(email) && Boolean(name) && more.length === 0 && host === domain.toLowerCase()
}

/** The message of a sign-in with a wrong address or password, which does not say which of them is wrong. */
export const wrongCredentials = 'Incorrect email or password.'

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
const passkeyAssertion = z.object({
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

const neededPassword = z.string('Password is required').check(z.minLength(1, 'Password is required'), z.maxLength(200))
const neededCode = z.string('Code is required').check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(40))

/** The proofs that a person types. */
export const ownPassword = z.object({ password: neededPassword })
export const secondFactorCode = z.object({ code: neededCode })

export const secondFactorState = z.object({ on: z.boolean(), recoveryCodes: z.int() })
export type SecondFactorState = z.infer<typeof secondFactorState>

/** `qr` draws the address for the app's camera: a path of squares in a square of `size`. */
export const newSecondFactor = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type NewSecondFactor = z.infer<typeof newSecondFactor>

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The codes of the errors of a sign-in whose password was right: a code is missing, or wrong. */
export const secondFactorNeeded = 'second_factor_needed'
export const secondFactorWrong = 'second_factor_wrong'
/** All staff must have a second factor: the password was right, but the person must sign in with their passkey. */
export const passkeyNeeded = 'passkey_needed'
/** All staff must have a second factor: the session can only set one up. */
export const secondFactorSetupNeeded = 'second_factor_setup_needed'

/** The code of the error of a call that needs a proof of the caller's identity from the last ten minutes. */
export const confirmIdentity = 'confirm_identity'

/** How long a proof of the caller's identity is valid, in milliseconds. */
export const confirmedFor = 10 * 60_000

/** One proof: the password, a code from the authenticator app, a recovery code, or the answer of a passkey. */
export const identityProof = z
  .object({
    password: z.optional(neededPassword),
    code: z.optional(neededCode),
    passkey: z.optional(passkeyAssertion),
  })
  .check(
    z.refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
      message: 'Send one of password, code and passkey',
      path: ['password'],
    }),
  )

/** The address at the provider at which the caller signs in once more. */
export const providerConfirmation = z.object({ address: z.string() })

import * as z from 'zod/mini'
import { passkeyAssertion } from './passkeys.ts'

const password = z.string('Password is required').check(z.minLength(1, 'Password is required'), z.maxLength(200))
const code = z.string('Code is required').check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(40))

/** Turning a second factor on or off takes the password, so that a device left open is not enough. */
export const secondFactorPassword = z.object({ password })
export const secondFactorCode = z.object({ code })

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
    password: z.optional(secondFactorPassword.shape.password),
    code: z.optional(secondFactorCode.shape.code),
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

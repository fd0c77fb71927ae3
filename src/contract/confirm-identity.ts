import * as z from 'zod/mini'
import { passkeyAssertion } from './passkeys.ts'
import { secondFactorCode, secondFactorPassword } from './second-factor.ts'

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

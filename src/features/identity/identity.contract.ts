import * as z from 'zod/mini'
import { emailAddress } from '#contract/common.ts'

/** How the staff sign in here, and what a browser needs to know for it. */
export const identityKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded'), domain: z.string() }),
  z.object({
    kind: z.literal('firebase'),
    domain: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** Where the emulator answers, when one stands in for Firebase. */
    emulatorUrl: z.optional(z.string()),
  }),
])
export type IdentityKind = z.infer<typeof identityKind>

const password = (label = 'Password') =>
  z.string(`${label} is required`).check(z.minLength(1, `${label} is required`), z.maxLength(200, `${label} is too long`))

export const credentials = z.object({ email: emailAddress(), password: password() })
export type Credentials = z.infer<typeof credentials>

export const signedInUser = z.object({ uid: z.string(), email: z.string(), name: z.string() })
export type SignedInUser = z.infer<typeof signedInUser>

/** `expiresAt` is when the session ends unless it is used before: ISO 8601. */
export const session = z.object({ user: signedInUser, expiresAt: z.string() })
export const newSession = z.extend(session, { token: z.string() })
export type NewSession = z.infer<typeof newSession>

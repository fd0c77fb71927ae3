import * as z from 'zod/mini'
import { emailAddress, optionalText, pictureAddress, requiredText } from '#contract/fields.ts'

/** An account of the staff. `firebaseUid` is its name at whoever keeps the accounts; an administrator who never signed in may have none. */
export const user = z.object({
  _id: z.string(),
  firebaseUid: z.optional(z.string()),
  name: z.string(),
  email: z.string(),
  active: z.boolean(),
  createdAt: z.string(),
})
export type User = z.infer<typeof user>

/** Lets somebody in who has an account. */
export const newUser = z.object({
  firebaseUid: requiredText('firebaseUid', 128),
  name: requiredText('Name', 100),
  email: emailAddress(),
})

/** What can be changed of a user; a whole user may be sent, and the rest is not looked at. */
export const userChange = z.object({ name: z.optional(requiredText('Name', 100)), active: z.optional(z.boolean()) })

/** What posts show of whoever is signed in. */
export const profile = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  avatarUrl: z.optional(z.string()),
  bio: z.string(),
})
export type Profile = z.infer<typeof profile>

/** An empty `avatarUrl` is none. */
export const profileChange = z.object({
  name: requiredText('Name', 100),
  avatarUrl: z.optional(pictureAddress()),
  bio: z._default(optionalText('Bio', 2_000), ''),
})

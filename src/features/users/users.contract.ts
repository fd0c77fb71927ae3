import * as z from 'zod/mini'
import { emailAddress, optionalText, pictureAddress, requiredText } from '#contract/fields.ts'
import { role } from '#contract/roles.ts'

/** A user of the back office. `firebaseUid` is the account's id at the identity provider; a first administrator who never signed in may have none. */
export const user = z.object({
  _id: z.string(),
  firebaseUid: z.optional(z.string()),
  name: z.string(),
  email: z.string(),
  active: z.boolean(),
  role,
  /** Whether they have an authenticator app or a passkey. Only for owners, and only with the embedded identity. */
  secondFactor: z.optional(z.boolean()),
  /** The expiry of the invitation link, until they sign in. Only with the embedded identity. */
  invitedUntil: z.optional(z.string()),
  /** How many tokens and connected assistants they have. Only for owners. */
  connections: z.optional(z.int()),
  createdAt: z.string(),
})
export type User = z.infer<typeof user>

/** Gives an account access; as an owner, when no role is sent, since the original knows no roles. */
export const newUser = z.object({
  firebaseUid: requiredText('firebaseUid', 128),
  name: requiredText('Name', 100),
  email: emailAddress(),
  role: z._default(role, 'owner'),
})

export const invitation = z.omit(newUser, { firebaseUid: true })
export type NewInvitation = z.infer<typeof invitation>
/** `link` is only present without a mail server; it is shown once. */
export const invited = z.object({ user, link: z.optional(z.string()) })
export type Invited = z.infer<typeof invited>
export const resetLink = z.object({ link: z.optional(z.string()) })
export type ResetLink = z.infer<typeof resetLink>

/** The fields of a user that can be changed. Other fields are ignored, so that a whole user may be sent. */
export const userChange = z.object({
  name: z.optional(requiredText('Name', 100)),
  active: z.optional(z.boolean()),
  role: z.optional(role),
})

/** The profile of the signed-in member of staff. */
export const profile = z.object({
  _id: z.string(),
  name: z.string(),
  /** The name at their posts: the company's for the first administrator, until they change their own. */
  signedAs: z.string(),
  email: z.string(),
  role,
  avatarUrl: z.optional(z.string()),
  bio: z.string(),
  /** Whether the caller may change name, photo and bio: a writer may not while public posts show them. */
  mayChange: z.boolean(),
  /** The company's time zone, in which the back office shows times: 'Asia/Kolkata'. */
  timeZone: z.string(),
  /** The kinds whose versions need the approval of a second person, by the names of their tables: 'blogs'. */
  secondPerson: z.array(z.string()),
})
export type Profile = z.infer<typeof profile>

/** An empty `avatarUrl` removes the picture. */
export const profileChange = z.object({
  name: requiredText('Name', 100),
  avatarUrl: z.optional(pictureAddress()),
  bio: z._default(optionalText('Bio', 2_000), ''),
})

import * as z from 'zod/mini'
import { lookup } from './lookup.ts'

/** A member of staff has one role, which decides their permissions. Listed in the order of the select, which begins with the first. */
export const roles = ['editor', 'marketing', 'sales', 'writer', 'viewer', 'trainer', 'owner'] as const
export type Role = (typeof roles)[number]
export const role = z.enum(roles, 'Choose editor, marketing, sales, writer, viewer, trainer or owner')

/** The roles with each permission. Owners have all permissions. */
const permissions = {
  /** What everyone needs to use the back office as themselves: their profile, password, factors and sessions, and the dashboard. */
  account: ['marketing', 'editor', 'sales', 'writer', 'viewer', 'trainer'],
  /** The dates that someone teaches. Each call checks the date itself (`dateAccess`): another role may allow more, and no role alone allows this. */
  teach: ['marketing', 'editor', 'sales', 'viewer', 'trainer'],
  /** Reading all else but visitors' personal data. A visitor's call shows more to those with it. */
  staff: ['marketing', 'editor', 'sales', 'writer', 'viewer'],
  /** Drafts of posts, courses, products, services and all else that pages show, unpublished changes, and pictures. */
  writeContent: ['marketing', 'editor', 'writer'],
  /** Publishing and scheduling these, and changing, unpublishing and deleting public ones. */
  publish: ['marketing', 'editor'],
  /** The texts of the site: texts of pages, figures, promises, footer, announcement and legal documents. */
  writeSite: ['marketing'],
  /** Contact requests and subscribers. */
  readContacts: ['marketing', 'sales', 'viewer'],
  /** Changing and exporting contact requests and subscribers. */
  writeContacts: ['marketing', 'sales'],
  /** Drafts of newsletters. */
  writeNewsletters: ['marketing', 'editor', 'sales', 'writer'],
  /** Sending newsletters and posts to the subscribers. */
  sendNewsletters: ['marketing', 'editor', 'sales'],
  /** Calls for records of several kinds; they also check the permission of the kind. */
  writeRecords: ['marketing', 'editor', 'sales', 'writer'],
  /** Users, the settings of company, brand and sign-in, and the state of the server. */
  manage: [],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions

export const isPermission = (name: unknown): name is Permission =>
  typeof name === 'string' && lookup(permissions, name) !== undefined

export const raises = (from: Role, to: Role): boolean =>
  (Object.keys(permissions) as Permission[]).some((permission) => may(to, permission) && !may(from, permission))

/** The permission to publish the records that one with this permission may write. Where it is another one, those without it write drafts. */
export const toPublish = (write: Permission): Permission =>
  write === 'writeContent' ? 'publish' : write === 'writeNewsletters' ? 'sendNewsletters' : write

/** One who calls: their role, and the permissions of the token that they call with, if it is one. A role alone has all of its permissions. */
export type Holder = { role: Role; granted?: readonly Permission[] | undefined }

declare const ofCaller: unique symbol
/** The role of one who calls. It is never asked alone, because their token may have fewer permissions. */
export type CallersRole = Role & { readonly [ofCaller]: true }
type Asked<Who> = Who & (Who extends CallersRole ? 'Give the caller, whose token may have fewer permissions' : unknown)

/** Whether someone writes drafts of such records, and publishes none. */
export const onlyDrafts = <Who extends Role | Holder>(who: Asked<Who>, write: Permission = 'writeContent'): boolean =>
  may<Role | Holder>(who, write) && !may<Role | Holder>(who, toPublish(write))

export function may<Who extends Role | Holder>(who: Asked<Who>, permission: Permission): boolean {
  const { role, granted }: Holder = typeof who === 'string' ? { role: who } : who
  if (granted && !granted.includes(permission)) return false
  return role === 'owner' || (permissions[permission] as readonly Role[]).includes(role)
}

/** The permissions that a token or an assistant can have, in words, in the order of the form. None of them concerns accounts. */
export const grantable = {
  staff: { label: 'Read content', hint: 'Posts, courses, pages, media and figures, drafts included.' },
  writeContent: { label: 'Write drafts', hint: 'New drafts, unpublished changes and images.' },
  publish: { label: 'Publish', hint: 'Publish, schedule, change and delete public content.' },
  writeSite: { label: 'Change texts of the site', hint: 'Texts of pages, footer, announcement and legal documents.' },
  writeNewsletters: { label: 'Write newsletters', hint: 'Drafts of newsletters.' },
  sendNewsletters: { label: 'Send newsletters', hint: 'Send newsletters and posts to subscribers.' },
  readContacts: {
    label: 'Read contacts',
    hint: 'Contact requests, registrations and subscribers, with names and addresses.',
  },
  writeContacts: {
    label: 'Change contacts',
    hint: 'Answer and change contact requests, registrations and subscribers.',
  },
} as const satisfies Partial<Record<Permission, { label: string; hint: string }>>
export type Grantable = keyof typeof grantable
export const grantables = Object.keys(grantable) as [Grantable, ...Grantable[]]

/** The permissions of a token with these. A token that writes one kind of record may make the calls for records of several kinds. */
export const grantedBy = (chosen: readonly Grantable[]): Permission[] =>
  chosen.some((permission) => permission.startsWith('write')) ? [...chosen, 'writeRecords'] : [...chosen]

/** The permissions that an assistant, and any tool, can have. With none of them it makes anything public. */
export const assistantPermissions = ['staff', 'writeContent', 'writeNewsletters', 'readContacts'] as const
export type AssistantPermission = (typeof assistantPermissions)[number]

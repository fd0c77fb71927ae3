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

/** Whether a role writes drafts of such records, and publishes none. */
export const onlyDrafts = (role: Role, write: Permission = 'writeContent'): boolean =>
  may(role, write) && !may(role, toPublish(write))

export const may = (role: Role, permission: Permission): boolean =>
  role === 'owner' || (permissions[permission] as readonly Role[]).includes(role)

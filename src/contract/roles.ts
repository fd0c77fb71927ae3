import * as z from 'zod/mini'

/** What a member of staff may do is decided by their one role. In the order in which a choice offers them. */
export const roles = ['marketing', 'editor', 'sales', 'viewer', 'owner'] as const
export type Role = (typeof roles)[number]
export const role = z.enum(roles, 'Choose marketing, editor, sales, viewer or owner')

/** Which roles have a permission beside the owners, who have all of them. */
const permissions = {
  /** Signing in, one's own profile and sessions, and reading whatever holds no personal data of visitors. */
  staff: ['marketing', 'editor', 'sales', 'viewer'],
  /** Posts, courses, products, services and all else that pages show. */
  writeContent: ['marketing', 'editor'],
  /** The words of the site itself: texts of pages, figures, promises, footer, announcement and legal documents. */
  writeSite: ['marketing'],
  /** Contact requests and subscribers. */
  readContacts: ['marketing', 'sales', 'viewer'],
  /** Changing these, and taking them away as a file. */
  writeContacts: ['marketing', 'sales'],
  /** Sending a post to the subscribers. */
  sendNewsletters: ['marketing', 'editor', 'sales'],
  /** Changing records of several kinds with one call, which asks for the permission of the kind itself. */
  writeRecords: ['marketing', 'editor', 'sales'],
  /** Users, the settings of company, brand and sign-in, and the state of the server. */
  manage: [],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions

export const isPermission = (name: unknown): name is Permission =>
  typeof name === 'string' && Object.hasOwn(permissions, name)

/** Whether a change of the role gives somebody a permission that they did not have. */
export const raises = (from: Role, to: Role): boolean =>
  (Object.keys(permissions) as Permission[]).some((permission) => may(to, permission) && !may(from, permission))

/** Whether a role has a permission. */
export const may = (role: Role, permission: Permission): boolean =>
  role === 'owner' || (permissions[permission] as readonly Role[]).includes(role)

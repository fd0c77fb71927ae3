import type { ComponentProps } from 'react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { type Role, roles } from '#contract/roles.ts'
import { Select } from '#ui/field.tsx'

/** What each role may do, in the words of a choice. */
const described: Record<Role, string> = {
  owner: 'everything, including users',
  marketing: 'content, contacts, site texts',
  editor: 'content, newsletters',
  sales: 'contacts, newsletters',
  viewer: 'read only',
}

export const roleName = (role: Role) => role.charAt(0).toUpperCase() + role.slice(1)

/** Chooses a role, each with what it may do. */
export const RoleSelect = (props: ComponentProps<typeof Select>) => (
  <Select {...props}>
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleName(role)}: {described[role]}
      </option>
    ))}
  </Select>
)

/** Asks once more before somebody becomes an owner. @returns whether to go on */
export const confirmOwner = async (role: Role, name: string): Promise<boolean> =>
  role !== 'owner' ||
  confirm({
    question: `Make ${name} an owner?`,
    detail:
      'Owners can do everything: invite and remove people, including you, and change company and sign-in settings.',
    action: 'Make an owner',
    harmless: true,
  })

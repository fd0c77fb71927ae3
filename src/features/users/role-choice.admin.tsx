import type { ComponentProps } from 'react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { type Role, roles } from '#contract/roles.ts'
import { Select } from '#ui/field.tsx'
import type { User } from './users.contract.ts'

const described: Record<Role, string> = {
  owner: 'everything, including users',
  marketing: 'content, contacts, site texts',
  editor: 'content, newsletters',
  sales: 'contacts, newsletters',
  viewer: 'read only',
}

export const roleName = (role: Role) => role.charAt(0).toUpperCase() + role.slice(1)

export const RoleSelect = (props: ComponentProps<typeof Select>) => (
  <Select {...props}>
    {roles.map((role) => (
      <option key={role} value={role}>
        {roleName(role)}: {described[role]}
      </option>
    ))}
  </Select>
)

/** Asks for confirmation before a person becomes an owner. @returns whether confirmed */
export const confirmOwner = async (role: Role, name: string): Promise<boolean> =>
  role !== 'owner' ||
  confirm({
    question: `Make ${name} an owner?`,
    detail:
      'Owners can do everything: invite and remove people, including you, and change company and sign-in settings.',
    action: 'Make an owner',
    harmless: true,
  })

type RoleCellProps = {
  user: User
  /** Absent if the role cannot be changed: for others than owners, and for one's own role. */
  onChange?: ((role: Role) => void) | undefined
}

/** The role of a user, which an owner can change in place. */
export const RoleCell = ({ user, onChange }: RoleCellProps) =>
  onChange ? (
    <select
      aria-label={`Role of ${user.name}`}
      value={user.role}
      onChange={({ target }) => onChange(target.value as Role)}
      className="h-7 rounded-mark border border-line bg-raised px-1.5 text-fine font-normal text-muted hover:border-edge hover:text-ink pointer-coarse:h-11"
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </select>
  ) : (
    <span className="text-fine font-normal text-muted">{roleName(user.role)}</span>
  )

import { type Role, roles } from '#contract/roles.ts'
import { roleName } from './role-choice.admin.tsx'
import type { User } from './users.contract.ts'

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

import { ChevronDown, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { ToggleBadge } from '#admin/lists/record-badges.tsx'
import { formatDayOfMonth, useTimeZone } from '#admin/time.tsx'
import { type Role, raises, roles } from '#contract/roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import type { User } from './users.contract.ts'

export const roleName = (role: Role) => role.charAt(0).toUpperCase() + role.slice(1)

/** The name, and the address where its column has no room. */
export const UserCell = ({ user: { name, email }, isMe }: { user: User; isMe: boolean }) => (
  <span className="flex items-center gap-x-2.5 py-1">
    <Avatar name={name} size={28} />
    <span className="min-w-0">
      <span className="font-[550] wrap-break-word max-md:wrap-anywhere">{name}</span>
      {isMe && <span className="ml-2 text-fine text-muted">You</span>}
      <span className="hidden text-small wrap-anywhere text-muted md:max-xl:block">{email}</span>
    </span>
  </span>
)

type RoleCellProps = {
  user: User
  /** Absent if the role cannot be changed: for others than owners, and for their own role. */
  onChange?: ((role: Role) => Promise<unknown>) | undefined
}

export const RoleCell = ({ user, onChange }: RoleCellProps) =>
  onChange ? <RoleSelect user={user} onChange={onChange} /> : roleName(user.role)

/** It shows the chosen role while that is saved, and takes no other meanwhile. */
function RoleSelect({ user, onChange }: { user: User; onChange: (role: Role) => Promise<unknown> }) {
  const { act, busy } = useAct()
  const [chosen, choose] = useState(user.role)
  return (
    <span className="relative -ml-2 inline-block">
      <select
        aria-label={`Role of ${user.name}`}
        aria-disabled={busy || undefined}
        value={busy ? chosen : user.role}
        onChange={({ target }) => {
          const role = target.value as Role
          if (busy) return
          choose(role)
          act(() => onChange(role))
        }}
        className="h-8 appearance-none rounded-mark border border-transparent bg-transparent pr-7 pl-2 hover:border-edge aria-disabled:opacity-60 pointer-coarse:h-11"
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

/** Marks the exception: who has a second factor or, where all need one, who has none. */
export const FactorCell = ({ user, required }: { user: User; required: boolean }) =>
  user.secondFactor ? (
    <span className="inline-flex items-center gap-x-1.5 whitespace-nowrap">
      <ShieldCheck aria-hidden="true" className="size-4 text-primary" />
      On
    </span>
  ) : required && user.invitedUntil === undefined ? (
    <Badge tone="amber">2FA off</Badge>
  ) : (
    <span data-usual className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Off</span>
    </span>
  )

type StatusCellProps = { user: User; onToggle: () => Promise<unknown>; locked: string | undefined }

/** The button of the specification. An invited person has never signed in, so the button does not call them active. */
export function StatusCell({ user: { name, active, invitedUntil }, onToggle, locked }: StatusCellProps) {
  const zone = useTimeZone()
  const [now] = useState(Date.now)
  const hasEnded = invitedUntil !== undefined && Date.parse(invitedUntil) <= now
  return (
    <span className="inline-flex flex-col items-start">
      <ToggleBadge
        on={active}
        labels={[invitedUntil === undefined ? 'Active' : 'Invited', 'Inactive']}
        usuallyOn={invitedUntil === undefined}
        name={name}
        onToggle={onToggle}
        locked={locked}
      />
      {active && invitedUntil !== undefined && (
        <span className={`pb-1 text-fine whitespace-nowrap ${hasEnded ? 'text-warning' : 'text-muted'}`}>
          {hasEnded ? 'Link expired' : 'Link until'} {formatDayOfMonth(invitedUntil, zone)}
        </span>
      )}
    </span>
  )
}

const connectionsOf = ({ connections = 0 }: User) =>
  connections === 1 ? 'Their token or assistant' : `Their ${connections} tokens and assistants`

/** The sentence on the tokens and connected assistants of someone whose access ends. */
export const connectionsEnd = (user: User) =>
  user.connections ? ` ${connectionsOf(user)} stop${user.connections === 1 ? 's' : ''} working for good.` : ''

/** Asks before the programs of a user may do less with their tokens. @returns whether confirmed */
export const confirmLess = async (user: User, role: Role): Promise<boolean> =>
  !user.connections ||
  !raises(role, user.role) ||
  confirm({
    question: `Change the role of ${user.name} to ${roleName(role)}?`,
    detail: `${connectionsOf(user)} can then do only what the new role allows.`,
    action: 'Change role',
    harmless: true,
  })

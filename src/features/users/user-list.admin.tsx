import { Link2, MailOpen, Send, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { adminCall, adminFetch } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { ToggleBadge } from '#admin/lists/record-badges.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { useAuth, useIdentityKind, useReadOnly, useSignInProvider } from '#admin/session/use-auth.ts'
import { waitingInterval } from '#admin/shell/screen.tsx'
import { formatDayOfMonth, LocalDate, useTimeZone } from '#admin/time.tsx'
import type { Role } from '#contract/roles.ts'
import { ColleagueSelect } from '#features/contact/inbox/colleagues.shared.admin.tsx'
import { Avatar } from '#ui/avatar.tsx'

import { listPath } from '#web/api-query.ts'
import { ResetLinkDialog, SendAgainDialog } from './link-dialogs.admin.tsx'
import { confirmOwner, NewAdminDialog, RoleCell, roleName } from './new-admin-dialog.admin.tsx'
import { SecondFactorRule } from './second-factor-rule.admin.tsx'
import type { User } from './users.contract.ts'

const resource = { api: '/api/users', one: 'user' }

const openOf = ({ _id }: User) => ({ owner: _id, status: 'pending' })
const requestsOf = ({ name }: User, count: number) =>
  `${formatCount(count, 'open request is', 'open requests are')} ${name}’s`

export default function UserListScreen() {
  const list = usePagedList<User>({ api: resource.api, refetchInterval: waitingInterval })
  const auth = useAuth()
  const { act, remove } = useResource(resource)
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(undefined)
  const hasLinks = useIdentityKind() === 'embedded'
  const isMe = ({ firebaseUid }: User) => typeof auth.state === 'object' && firebaseUid === auth.state.uid
  const readOnly = useReadOnly()

  const countRequests = async (user: User): Promise<number | undefined> => {
    const counted = await act(() => adminCall(listPath('/api/contact', { ...openOf(user), limit: 1 })), {
      failed: 'Failed to fetch the requests of this user',
      reload: [],
    })
    return counted && (counted.answer.total ?? 0)
  }

  /** Asks first about a user with open requests, which would wait for someone who cannot sign in. */
  const toggle = async (user: User) => {
    const count = user.active ? await countRequests(user) : 0
    if (count === undefined) return
    const question = {
      question: `Deactivate ${user.name}?`,
      detail: `${requestsOf(user, count)}. They stay there until you give them to a colleague.`,
      links: [{ to: listPath('/admin/contacts', openOf(user)), label: 'Look at the requests' }],
      action: 'Deactivate',
    }
    if (count > 0 && !(await confirm(question))) return
    const json = { ...user, active: !user.active }
    await act(() => adminFetch(`/api/users/${user._id}`, { method: 'PUT', json }), {
      done: `User ${user.active ? 'deactivated' : 'activated'} successfully`,
      failed: 'Failed to update user status',
    })
  }

  const changeRole = async (user: User, role: Role) => {
    if (!(await confirmOwner(role, user.name))) return
    await act(() => adminFetch(`/api/users/${user._id}`, { method: 'PUT', json: { role } }), {
      done: `${user.name}: ${roleName(role)}`,
      failed: 'Failed to change the role',
    })
  }

  const removeFactor = async (user: User) => {
    const question = {
      question: `Remove the second factor of ${user.name}?`,
      detail:
        'Their authenticator app and passkeys stop working, and they are signed out everywhere. Then their password is enough to sign in. They and all owners are notified. Make sure that they asked for it.',
      action: 'Remove it',
    }
    if (!(await confirm(question))) return
    await act(() => adminFetch(`/api/users/${user._id}/second-factor`, { method: 'DELETE' }), {
      done: `Second factor of ${user.name} removed`,
    })
  }

  const removeUser = async (user: User) => {
    const count = await countRequests(user)
    if (count === undefined) return
    let requestsTo = ''
    const field = count > 0 && <RequestsField user={user} count={count} onChoose={(id) => (requestsTo = id)} />
    await remove(user._id, {
      name: `${user.name}, ${user.email}`,
      consequence: 'This person is signed out and cannot sign in again. Their content stays.',
      field,
      query: () => ({ requestsTo }),
    })
  }

  const columns: Column<User>[] = [
    {
      header: 'User',
      cell: (user) => (
        <span className="flex items-center gap-x-2.5 md:min-w-64 xl:min-w-104">
          <Avatar name={user.name} size={28} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-[550] wrap-anywhere">
            {user.name}
            {isMe(user) && <span className="text-fine font-normal text-muted">You</span>}
            <RoleCell user={user} onChange={readOnly || isMe(user) ? undefined : (role) => changeRole(user, role)} />
            {user.invitedUntil !== undefined ? (
              <InvitedMark until={user.invitedUntil} />
            ) : (
              user.secondFactor !== undefined && <FactorMark has={user.secondFactor} />
            )}
          </span>
        </span>
      ),
    },
    { header: 'Email', className: 'md:w-full', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    {
      header: 'Status',
      cell: (user) => (
        <ToggleBadge
          on={user.active}
          labels={['Active', 'Inactive']}
          usuallyOn
          name={user.name}
          onToggle={() => toggle(user)}
          locked={isMe(user) ? 'You cannot deactivate yourself' : undefined}
        />
      ),
      className: 'md:w-32',
    },
    {
      header: 'Created',
      cell: ({ createdAt }) => <LocalDate iso={createdAt} />,
      className: 'max-lg:md:hidden md:w-36',
    },
    {
      header: 'Actions',
      cell: (user) =>
        !isMe(user) && (
          <span className="inline-flex whitespace-nowrap">
            {hasLinks && user.active && user.invitedUntil !== undefined && (
              <RowAction
                icon={Send}
                label={`Send the invitation of ${user.name} again`}
                onClick={() => setDialog(<SendAgainDialog user={user} onClose={close} />)}
              />
            )}
            {hasLinks && user.active && user.invitedUntil === undefined && (
              <RowAction
                icon={Link2}
                label={`Make a reset link for ${user.name}`}
                onClick={() => setDialog(<ResetLinkDialog user={user} onClose={close} />)}
              />
            )}
            {hasLinks && user.active && user.secondFactor && (
              <RowAction
                icon={ShieldOff}
                label={`Remove the second factor of ${user.name}`}
                onClick={() => removeFactor(user)}
              />
            )}
            <RowAction icon={Trash2} label={`Delete ${user.name}`} danger onClick={() => removeUser(user)} />
          </span>
        ),
      align: 'right',
      className: 'md:w-24',
    },
  ]
  const shown = columns.filter(({ header }) => !readOnly || header !== 'Actions')

  return (
    <ListScreen
      title="Admin Users"
      what="users"
      create={{ label: 'New Admin', onClick: () => setDialog(<NewAdminDialog onClose={close} />) }}
      list={list}
      columns={shown}
      below={!readOnly && <SecondFactorRule />}
    >
      {dialog}
    </ListScreen>
  )
}

type RequestsFieldProps = { user: User; count: number; onChoose: (id: string) => void }

function RequestsField({ user, count, onChoose }: RequestsFieldProps) {
  const [to, setTo] = useState('')
  return (
    <ColleagueSelect
      label={`${requestsOf(user, count)}. Give them to`}
      none="Nobody"
      but={user._id}
      value={to}
      onChoose={(id) => {
        setTo(id)
        onChoose(id)
      }}
    />
  )
}

/** Whether a user has a second factor, in words, because an icon is not self-explanatory. */
function FactorMark({ has }: { has: boolean }) {
  const provider = useSignInProvider()
  const Icon = has ? ShieldCheck : ShieldOff
  return (
    <span className="inline-flex items-center gap-x-1 text-fine font-normal whitespace-nowrap text-muted">
      <Icon aria-hidden="true" className={has ? 'size-3.5 text-primary' : 'size-3.5'} />
      {/* The site does not know whether the provider asks for one. */}
      {has ? 'Second factor' : provider ? 'No second factor here' : 'No second factor'}
    </span>
  )
}

/** Says that a user was invited and has never signed in. @param until when their link ends, in ISO 8601 */
function InvitedMark({ until }: { until: string }) {
  const zone = useTimeZone()
  const [now] = useState(Date.now)
  const ended = Date.parse(until) <= now
  return (
    <span
      className={`inline-flex items-center gap-x-1 text-fine font-normal whitespace-nowrap ${ended ? 'text-warning' : 'text-muted'}`}
    >
      <MailOpen aria-hidden="true" className="size-3.5" />
      {ended ? 'Invitation ended' : 'Invited until'} {formatDayOfMonth(until, zone)}
    </span>
  )
}
